'use strict'
const t = require('tap')
const Ajv2020 = require('ajv/dist/2020').default
const schema = require('../../lib/dump/schema.json')
const { readValues } = require('../../lib/capture/inspector-walk')
const { createRedactor } = require('../../lib/capture/redaction')
const { internalOf, propertyOf, ROOMY } = require('../native/walk-graph')
const { walkOverInspector } = require('./walk-over-inspector')

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
ajv.addSchema(schema)
const isRecord = /** @type {import('ajv').ValidateFunction} */ (ajv.getSchema(`${schema.$id}#/$defs/object`))

class Account {
  #balance = 42
  static #count = 7
  get count () { return Account.#count }
  get balance () { return this.#balance }
}

class PaymentError extends Error {
  #code = 'DECLINED'
  get code () { return this.#code }
}

/** @param {number} n */
const chain = (n) => {
  let object = { end: true }
  for (let i = 0; i < n; i++) object = /** @type {any} */ ({ next: object })
  return object
}

t.test('records are those of the format', async (t) => {
  const { records } = walkOverInspector({
    account: new Account(),
    error: new PaymentError('no price', { cause: new AggregateError([1], 'several') }),
    map: new Map([[{}, []]]),
    bytes: Buffer.from('bob'),
    pending: new Promise(() => {}),
    proxy: new Proxy({}, {}),
    weak: new WeakMap([[Account, 1]]),
    bound: Account.bind(1, 2),
    iterator: new Set([1]).values(),
    run: (function * () { yield 1 })(),
    boxed: Object(1n),
    pattern: /a/gi,
    when: new Date(NaN),
    symbols: { [Symbol('a')]: 1, [Symbol.for('b')]: Symbol.iterator },
    get accessor () { return 1 }
  })
  t.ok(records.size > 20)
  for (const record of records.values()) t.ok(isRecord(record), record.objectId, { record, errors: isRecord.errors })
})

t.test('private fields', async (t) => {
  const { value, recordOf } = walkOverInspector({ account: new Account(), error: new PaymentError('no price'), Account })
  const fieldOf = (/** @type {string} */ name) => recordOf(propertyOf(recordOf(value), name)?.value)?.privateProperties
  t.same(fieldOf('account'), [{ name: '#balance', value: { type: 'number', value: 42 } }])
  t.same(fieldOf('error'), [{ name: '#code', value: { type: 'string', value: 'DECLINED' } }])
  t.same(fieldOf('Account'), [{ name: '#count', value: { type: 'number', value: 7 } }])
})

t.test('what is too large to be asked about says so', async (t) => {
  class Pixels extends Uint8Array {
    #width = 4
    get width () { return this.#width }
  }
  const { value, recordOf } = walkOverInspector({ small: new Pixels(10_000), large: new Pixels(10_001) })
  const [small, large] = ['small', 'large'].map((name) => recordOf(propertyOf(recordOf(value), name)?.value))
  t.match(small?.privateProperties, [{ name: '#width', value: { value: 4 } }])
  t.equal(large?.privateProperties, undefined)
  t.ok(large?.notCaptured?.some(({ reason, what }) => reason === 'fieldCount' && what === 'privateProperties'), 'the reason')
})

t.test('no stack is formatted', async (t) => {
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  let formatted = 0
  Error.prepareStackTrace = (error) => {
    formatted++
    return `formatted ${error.message}`
  }
  const during = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  const holder = {}
  Error.captureStackTrace(holder)
  const errors = [new PaymentError('first'), new Error('second', { cause: new Error('third') }), holder]
  walkOverInspector({ errors, rejected: Promise.reject(errors[0]).catch(() => {}) && errors[1] })
  t.equal(formatted, 0)
  t.same(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace'), during, 'Error.prepareStackTrace is as it was')
  t.equal(/** @type {Error} */ (errors[0]).stack, 'formatted first', 'a stack is formatted when it is read')
  Object.defineProperty(Error, 'prepareStackTrace', /** @type {PropertyDescriptor} */ (before))
})

t.test('code of the application stays silent', async (t) => {
  /** @type {string[]} */
  const ran = []
  const tell = (/** @type {string} */ what) => () => { ran.push(what) }
  const traps = new Proxy({}, { get: (_, trap) => tell(String(trap)) })
  class List {
    #items = [1]
    get items () { return this.#items }
    get splice () { return tell('splice')() }
  }
  const list = new List()
  Object.defineProperty(list, 'length', { get: tell('length') })
  const error = Object.defineProperties(new PaymentError('x'), { message: { get: tell('message') }, name: { get: tell('name') }, stack: { get: tell('stack') } })
  ran.length = 0 // Node.js 20 reads a stack to replace it
  const { value, recordOf } = walkOverInspector({
    error,
    proxy: new Proxy({ a: 1 }, traps),
    inherits: Object.create(new Proxy({}, traps)),
    list,
    toJSON: tell('toJSON'),
    get getter () { return tell('getter')() }
  })
  t.same(ran, [])
  const list_ = recordOf(propertyOf(recordOf(value), 'list')?.value)
  t.same(list_?.notCaptured, [{ reason: 'notRead', what: 'privateProperties' }], 'what could not be read is named')
  t.equal(internalOf(recordOf(propertyOf(recordOf(value), 'proxy')?.value), '[[Target]]')?.className, 'Object')
})

t.test('limits: the last that is kept and the first that is not', async (t) => {
  const string = (/** @type {number} */ length) => propertyOf(only(walkOverInspector({ text: 'x'.repeat(length) }, { maxStringLength: 20 })), 'text')?.value
  t.same(string(20), { type: 'string', value: 'x'.repeat(20) })
  t.same(string(21), { type: 'string', value: 'x'.repeat(20), length: 21, notCapturedReason: 'stringLength' })

  const names = (/** @type {number} */ count) => only(walkOverInspector(Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i])), { maxProperties: 5 }))
  t.same([names(5).properties.length, names(5).notCaptured], [5, undefined])
  t.same([names(6).properties.length, names(6).notCaptured], [5, [{ reason: 'fieldCount', count: 1, what: 'properties' }]])

  const elements = (/** @type {number} */ length) => only(walkOverInspector(new Array(length).fill(0), { maxEntries: 5 }))
  t.same([elements(5).properties.length, elements(5).notCaptured], [5, undefined])
  t.match([elements(6).properties.length, elements(6).length, elements(6).notCaptured], [5, 6, [{ reason: 'collectionSize', count: 1 }]])
  t.match([elements(1e6).properties.length, elements(1e6).length], [5, 1e6])

  const entries = (/** @type {number} */ size) => only(walkOverInspector(new Set(Array.from({ length: size }, (_, i) => i)), { maxEntries: 5 }))
  t.same([entries(5).entries?.length, entries(5).notCaptured], [5, undefined])
  t.match([entries(6).entries?.length, entries(6).size, entries(6).notCaptured], [5, 6, [{ reason: 'collectionSize', count: 1 }]])

  const deep = (/** @type {number} */ depth) => walkOverInspector(chain(depth), { maxDepth: 4 })
  t.match([deep(4).records.size, deep(4).missing], [5, { depth: 0 }])
  t.match([deep(5).records.size, deep(5).missing], [5, { depth: 1 }])

  const many = (/** @type {number} */ count) => walkOverInspector(Array.from({ length: count }, () => ({})), { maxObjects: 8 })
  t.match([many(7).records.size, many(7).missing], [8, { objectCount: 0 }])
  t.match([many(8).records.size, many(8).missing], [8, { objectCount: 1 }])
})

t.test('secrets, wherever they stand', async (t) => {
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')
  const redactor = createRedactor({ redact: true, redactNames: [], redactExcept: [] }, null, { env: {} })
  const { records } = walkOverInspector({
    pattern: new RegExp(secret),
    symbol: Symbol.for(secret),
    [Symbol.for(`my ${secret}`)]: 1,
    code: new Function(`return '${secret}'`), // eslint-disable-line no-new-func
    text: secret
  }, /** @type {any} */ ({ redactor }))
  t.notMatch(JSON.stringify([...records.values()]), secret)
  t.match([...records.values()].find(({ subtype }) => subtype === 'regexp')?.regexp, { source: '[redacted]', flags: '' })
})

t.test('out of time, out of room: what is near comes first, the rest is counted', async (t) => {
  const wide = Array.from({ length: 3000 }, (_, i) => ({ i, deeper: { i } }))
  const late = walkOverInspector(wide, { deadlineMs: 1 })
  t.ok(late.missing.timeout > 0, 'timeout', late.missing)
  t.ok(late.records.size + late.missing.timeout <= 6001)
  const full = walkOverInspector(wide, { maxBytes: 100_000 })
  t.ok(full.missing.bytes > 0, 'bytes', full.missing)
  t.ok([...full.records.values()].every(({ depth }) => depth < 2), 'the nearest')
})

t.test('a value outside of any pause, with a session of its own', async (t) => {
  const before = Object.getOwnPropertyNames(globalThis)
  const { json, objects } = readValues((jsonOf) => ({ json: jsonOf(Promise.resolve(42)) }), { ...ROOMY, idPrefix: 'e.' })
  t.match(JSON.parse(json), { type: 'object', subtype: 'promise', objectId: 'e.1' })
  t.match(JSON.parse(objects.near.toString()), { internalProperties: [{ name: '[[PromiseState]]', value: { value: 'fulfilled' } }, { name: '[[PromiseResult]]', value: { value: 42 } }] })
  t.same(Object.getOwnPropertyNames(globalThis), before, 'nothing stays on the global object')
})

/** @param {ReturnType<typeof walkOverInspector>} walked */
function only ({ records }) {
  const [record] = records.values()
  return record
}

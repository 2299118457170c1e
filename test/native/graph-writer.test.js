'use strict'
// A writer keeps its state over several calls: scopes, objects to be completed by others, redaction, taken records.

const v8 = require('node:v8')
const vm = require('node:vm')
const t = require('tap')

const { ROOMY, internalOf, loadAddon, propertyOf, takeRecords } = require('./walk-graph')

/** @param {object} [limits] */
const makeWriter = limits => loadAddon().snapshot({ ...ROOMY, ...limits })

t.test('variables of a scope', async t => {
  const writer = makeWriter({ maxProperties: 3 })
  const scope = Object.create(null, {
    count: { value: 1, enumerable: true },
    held: { value: { a: 1 }, enumerable: true },
    missing: {
      get () {
        throw new Error('ran')
      },
      enumerable: true
    },
    more: { value: 2, enumerable: true }
  })
  const { json, missing } = writer.variables(scope)
  const variables = JSON.parse(json)
  t.same(
    variables.map((/** @type {{ name: string }} */ { name }) => name),
    ['count', 'held', 'missing']
  )
  t.same(variables[0].value, { type: 'number', value: 1 })
  t.same(variables[2], { name: 'missing', notCapturedReason: 'unavailable' })
  t.equal(missing, 1)
  writer.walk()
  const { records, recordOf } = takeRecords(writer)
  t.equal(records.size, 1, 'the scope itself has no record')
  t.equal(recordOf(variables[1].value)?.depth, 0)
})

t.test('the object of a with statement', async t => {
  const writer = makeWriter()
  t.same(
    JSON.parse(
      writer.variables({
        get a () {
          throw new Error('ran')
        }
      }).json
    ),
    [{ name: 'a', notCapturedReason: 'notRead' }]
  )
  t.same(JSON.parse(writer.variables(new Proxy({}, {})).json), [])
  t.same(JSON.parse(writer.variables(undefined).json), [])
})

t.test('ids begin with the prefix', async t => {
  const writer = makeWriter({ idPrefix: '7.' })
  t.equal(JSON.parse(writer.value({})).objectId, '7.1')
})

t.test('what the inspector must complete is told, and what it finds is walked', async t => {
  class Account {
    #balance = 1
    static of (/** @type {Account} */ account) {
      return account.#balance
    }
  }
  function * generate () {
    yield 1
  }
  const root = {
    account: new Account(),
    plain: new (class Plain {})(),
    closure: () => t,
    generator: generate(),
    bound: generate.bind(null)
  }
  const writer = makeWriter({ idPrefix: 'x' })
  const value = JSON.parse(writer.value(root))
  writer.walk()
  const instances = writer.classInstances()
  const functions = writer.functions()
  const unfinished = writer.unfinished()
  t.same(
    instances.map(([object]) => object),
    [root.account, Account]
  )
  t.ok(functions.some(([object]) => object === root.closure))
  t.same(
    unfinished.map(([object]) => object),
    [root.generator, root.bound]
  )
  t.same(writer.classInstances(), [], 'each is given once')
  const [[, accountId]] = instances
  const balance = JSON.parse(writer.value({ nested: 1 }, accountId, '#balance'))
  writer.walk()
  const { recordOf } = takeRecords(writer)
  const record = recordOf(value)
  const account = recordOf(propertyOf(record, 'account')?.value)
  t.equal(account?.objectId, accountId)
  t.equal(recordOf(balance)?.depth, 2)
  t.ok(internalOf(account, '[[Prototype]]'))
  t.ok(internalOf(recordOf(propertyOf(record, 'bound')?.value), '[[TargetFunction]]'))
})

t.test('what was taken is gone', async t => {
  const writer = makeWriter()
  writer.value({})
  writer.walk()
  t.equal(writer.take().near.length > 0, true)
  t.throws(() => writer.walk(), /taken/)
  t.throws(() => writer.take(), /taken/)
  t.throws(() => writer.value(1), /taken/)
})

t.test('a writer that is dropped lets go of its objects', async t => {
  v8.setFlagsFromString('--expose-gc')
  const collectGarbage = vm.runInNewContext('gc')
  const reference = (() => {
    const object = { a: 1 }
    const writer = makeWriter()
    writer.value(object)
    writer.walk()
    return new WeakRef(object)
  })()
  for (let i = 0; i < 20 && reference.deref() !== undefined; i++) {
    await new Promise(resolve => setImmediate(resolve))
    collectGarbage()
  }
  t.equal(reference.deref(), undefined)
})

t.test('secrets are taken out wherever they stand', async t => {
  const native = /** @type {any} */ (loadAddon())
  native.configureRedactor({
    enabled: true,
    names: [],
    exceptNames: [],
    values: ['swordfish-trombone'],
    exceptValues: [],
    prefixes: []
  })
  t.teardown(() =>
    native.configureRedactor({ enabled: false, names: [], exceptNames: [], values: [], exceptValues: [], prefixes: [] })
  )
  const secret = 'swordfish-trombone'
  const root = {
    plain: `begins ${secret} ends`,
    password: 'hunter2hunter2',
    list: ['authorization', 'Bearer abcdefghijklmnop'],
    map: new Map([['apiToken', 'zyxwvutsrq']]),
    set: new Set([secret]),
    cookies: { deep: { inside: 'k2jd8fh37x' } },
    pair: { name: 'x-api-key', value: 'k-123456789' },
    buffer: Buffer.from(`password=${secret}`),
    error: new Error(`cannot log in with ${secret}`),
    regexp: new RegExp(secret),
    symbol: Symbol(secret),
    code: new Function(`return '${secret}'`), // eslint-disable-line no-new-func
    [`key ${secret}`]: 1,
    boxed: Object(secret),
    promise: Promise.resolve(secret),
    long: 'x'.repeat(95) + secret
  }
  const writer = native.snapshot({ ...ROOMY, maxStringLength: 100 })
  const value = writer.value(root)
  const scope = writer.variables({ secretKey: 'abcdefghijk', other: secret })
  const field = writer.value('held privately', '1', '#password')
  writer.walk()
  const { near, far } = writer.take()
  const bytes = value + scope.json + field + near + far
  for (const text of [
    secret,
    'hunter2hunter2',
    'abcdefghijklmnop',
    'zyxwvutsrq',
    'k2jd8fh37x',
    'k-123456789',
    'abcdefghijk',
    'held privately',
    'swordfish'
  ]) {
    t.notOk(bytes.includes(text), `${text} is not in the output`)
    t.notOk(bytes.includes(Buffer.from(text).toString('base64').slice(0, -4)), `${text} is not there as base64`)
  }
  const record = JSON.parse(near.toString().split('\n')[0])
  t.same(propertyOf(record, 'password')?.value, {
    type: 'string',
    value: '[redacted]',
    length: 14,
    notCapturedReason: 'redacted'
  })
})

t.test('replaced built-ins are not called', async t => {
  const map = new Map(Array.from({ length: 20000 }, (_, i) => [i, i]))
  /** @type {[any, string][]} */
  const places = [
    [Function.prototype, 'toString'],
    [Symbol, 'keyFor'],
    [WeakRef.prototype, 'deref'],
    [Map.prototype, 'entries'],
    [Object.getPrototypeOf(map.entries()), 'next'],
    [Array.prototype, Symbol.iterator],
    [Object.prototype, 'toJSON'],
    [Object.prototype, 'get'],
    [Array.prototype, 5]
  ].map(([object, key]) => [object, /** @type {string} */ (key)])
  let ran = 0
  const writer = makeWriter({ maxEntries: 10 })
  const root = [
    () => {},
    Symbol.for('a'),
    new WeakRef({}),
    map,
    {
      get a () {
        return 1
      }
    },
    // eslint-disable-next-line no-sparse-arrays
    [1, , , , , , 7]
  ]
  const poison = Object.assign(Object.create(null), {
    get () {
      ran++
      return () => {
        ran++
      }
    },
    configurable: true
  })
  const saved = places.map(([object, key]) => Object.getOwnPropertyDescriptor(object, key))
  for (const descriptor of saved) if (descriptor !== undefined) Object.setPrototypeOf(descriptor, null)
  // From here to the end of the second loop even an iteration would run the poison.
  for (let i = 0; i < places.length; i++) Object.defineProperty(places[i][0], places[i][1], poison)
  writer.value(root)
  writer.walk()
  const ranInWalk = ran
  for (let i = places.length - 1; i >= 0; i--) {
    const descriptor = saved[i]
    if (descriptor === undefined) delete places[i][0][places[i][1]]
    else Object.defineProperty(places[i][0], places[i][1], descriptor)
  }
  t.equal(ranInWalk, 0)
  const { near } = takeRecords(writer)
  t.equal(near[0].properties[1].value?.registryKey, 'a')
  t.equal(near.find(({ subtype }) => subtype === 'map')?.entries?.length, 10)
  t.ok(near.some(({ source }) => source === '() => {}'))
  t.same(
    near.at(-1)?.properties.map(({ name }) => name),
    ['0', '6'],
    'an element of Array.prototype is not one of the array'
  )
})

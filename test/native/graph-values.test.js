'use strict'
// The walk writes the exact records of single values and single objects.

const t = require('tap')
const { EventEmitter } = require('node:events')

const { cpuMs } = require('../helpers/cpu-ms')
const { internalOf, loadAddon, propertyOf, walkGraph } = require('./walk-graph')

/** @param {unknown} value */
const valueOf = value => JSON.parse(loadAddon().snapshot({}).value(value))

/** The record of one object. @param {object} object @param {object} [limits] */
function recordOf (object, limits) {
  const { value, recordOf: find } = walkGraph(object, limits)
  return /** @type {import('../../packages/shared/dump/format').ObjectRecord} */ (find(value))
}

t.test('primitives', async t => {
  /** @type {[unknown, object][]} */
  const cases = [
    [undefined, { type: 'undefined' }],
    [null, { type: 'object', subtype: 'null', value: null }],
    [true, { type: 'boolean', value: true }],
    [-0, { type: 'number', unserializableValue: '-0' }],
    [NaN, { type: 'number', unserializableValue: 'NaN' }],
    [-Infinity, { type: 'number', unserializableValue: '-Infinity' }],
    [1e21, { type: 'number', value: 1e21 }],
    [0.1 + 0.2, { type: 'number', value: 0.30000000000000004 }],
    [2 ** 53, { type: 'number', value: 2 ** 53 }],
    [-(10n ** 30n), { type: 'bigint', unserializableValue: '-1000000000000000000000000000000n' }],
    ['a"\\\n\u0000\u2028', { type: 'string', value: 'a"\\\n\u0000\u2028' }],
    ['Grüße 日本 👍', { type: 'string', value: 'Grüße 日本 👍' }]
  ]
  for (const [value, expected] of cases) t.same(valueOf(value), expected)
})

t.test('lone surrogates survive as escapes', async t => {
  const json = loadAddon().snapshot({}).value('a\ud800b\udc00')
  t.equal(json, '{"type":"string","value":"a\\ud800b\\udc00"}')
})

t.test('names beyond the basic plane', async t => {
  const name = '\u{4d8ed}\u{10ffff}\udbff' // of the first, the lower half alone would be a surrogate
  t.equal(recordOf({ [name]: 1 }).properties[0].name, name)
})

t.test('symbols', async t => {
  const symbol = Symbol('mine')
  const [mine, again, registered, wellKnown] = recordOf([
    symbol,
    symbol,
    Symbol.for('key'),
    Symbol.iterator
  ]).properties.map(({ value }) => value)
  t.match(mine, { type: 'symbol', description: 'Symbol(mine)', registryKey: undefined })
  t.equal(again?.objectId, mine?.objectId, 'the same symbol')
  t.match(registered, { description: 'Symbol(key)', registryKey: 'key' })
  t.match(wellKnown, { description: 'Symbol(Symbol.iterator)' })
})

t.test('accessors are shown and not run', async t => {
  const get = () => {
    throw new Error('ran')
  }
  const { value, recordOf: find } = walkGraph(
    Object.defineProperty(
      {
        get own () {
          return get()
        }
      },
      'hidden',
      { get, set: undefined }
    )
  )
  const record = find(value)
  t.match(propertyOf(record, 'own')?.get, { type: 'function', className: 'Function' })
  t.equal(propertyOf(record, 'hidden')?.enumerable, false)
  t.match(find(propertyOf(record, 'own')?.get)?.source, /^get own \(\) \{\s+return get\(\)\s+\}$/)
})

t.test('functions', async t => {
  const record = recordOf(function sum (/** @type {number} */ a, /** @type {number} */ b) {
    return a + b
  })
  t.match(record, { type: 'function', className: 'Function', depth: 0, functionLocation: { url: __filename } })
  t.match(record.source, /^function sum \(/)
  t.same(
    record.properties.map(({ name }) => name),
    ['length', 'name']
  )
  t.equal(propertyOf(record, 'name')?.value?.value, 'sum')

  const line = require('node:fs')
    .readFileSync(__filename, 'utf8')
    .split('\n')
    .findIndex(text => text.includes('recordOf(function ' + 'sum'))
  t.equal(record.functionLocation?.lineNumber, line)
})

t.test("functions that are not the application's have no text", async t => {
  t.equal(recordOf({ bound: [].map.bind([]) }).properties[0].value?.className, 'Function')
  t.equal(recordOf(require('node:fs').readFileSync).source, undefined)
  t.match(recordOf(require('node:fs').readFileSync).functionLocation, { url: 'node:fs' })
  t.match(valueOf(Array.prototype.map), { type: 'function', intrinsic: 'Array.prototype.map' })
})

t.test('a long text of a function is cut', async t => {
  const filler = '/* ' + 'x'.repeat(5000) + ' */'
  const long = new Function(filler) // eslint-disable-line no-new-func
  const record = recordOf(long)
  t.equal(record.source?.length, 4000)
  t.same(record.notCaptured, [{ reason: 'stringLength', count: long.toString().length - 4000, what: 'source' }])
})

t.test('the stack of an error is not read', async t => {
  let prepared = 0
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = () => {
    prepared++
  }
  const error = Object.assign(new TypeError('first line\nsecond', { cause: 1 }), { code: 'E_CODE' })
  const record = recordOf(error)
  Error.prepareStackTrace = prepareStackTrace
  t.equal(prepared, 0)
  t.equal(record.description, 'TypeError: first line')
  t.same(
    record.properties.map(({ name }) => name),
    ['message', 'cause', 'code']
  )
})

t.test('binary data', async t => {
  const record = recordOf(Buffer.from('x'.repeat(300)))
  t.match(record, { subtype: 'typedarray', className: 'Buffer', length: 300, bytes: { byteLength: 300 } })
  t.equal(Buffer.from(record.bytes?.base64 ?? '', 'base64').length, 256)
  t.same(record.properties, [])
  const view = new Uint8Array(new Uint8Array([1, 2, 3, 4]).buffer, 2)
  t.match(recordOf(view), { bytes: { base64: 'AwQ=', byteLength: 2, byteOffset: 2 } })
})

t.test('sparse arrays', async t => {
  const array = [1]
  array[2 ** 32 - 2] = 2
  t.ok(cpuMs(() => recordOf(array, { maxEntries: 100 })) < 2000, 'did not count to the length')
  const record = recordOf(array, { maxEntries: 100 })
  t.equal(record.length, 2 ** 32 - 1)
  t.same(
    record.properties.map(({ name }) => name),
    ['0', '4294967294']
  )
})

t.test('[[Prototype]] is shown where it is not the usual one', async t => {
  class Own {}
  t.equal(recordOf({}).internalProperties, undefined)
  t.equal(recordOf([]).internalProperties, undefined)
  t.match(internalOf(recordOf(Object.create(null)), '[[Prototype]]'), { subtype: 'null' })
  t.match(internalOf(recordOf(Object.create(Map.prototype)), '[[Prototype]]'), { intrinsic: 'Map.prototype' })
  t.match(internalOf(recordOf(new Own()), '[[Prototype]]'), { type: 'object', objectId: /./ })
  t.match(internalOf(recordOf(setImmediate(() => {})), '[[Prototype]]'), {
    type: 'object',
    notCapturedReason: 'internal'
  })
})

t.test('modules show what they export and no other modules', async t => {
  const record = recordOf(module)
  t.equal(propertyOf(record, 'filename')?.value?.value, __filename)
  t.match(propertyOf(record, 'exports')?.value, { objectId: /./ })
  t.same(propertyOf(record, 'children'), { name: 'children', notCapturedReason: 'internal' })
})

t.test('what once() was given is shown, although a function of Node.js has it', async t => {
  const emitter = new EventEmitter()
  emitter.once('done', function onDone () {})
  const record = recordOf(emitter.rawListeners('done')[0])
  t.match(propertyOf(record, 'listener')?.value, { type: 'function', objectId: /./ })
})

t.test('big Maps and Sets are not copied', async t => {
  const map = new Map(Array.from({ length: 200000 }, (_, i) => [i, -i]))
  const record = recordOf(map, { maxEntries: 3 })
  t.same(
    record.entries?.map(({ key, value }) => [key?.value, value.value]),
    [
      [0, 0],
      [1, -1],
      [2, -2]
    ].map(([a, b]) => [a, Object.is(b, -0) || b === 0 ? undefined : b])
  )
  t.equal(record.size, 200000)
  t.same(record.notCaptured, [{ reason: 'collectionSize', count: 199997 }])
  const set = recordOf(new Set(map.keys()), { maxEntries: 2 })
  t.same(
    set.entries?.map(({ value }) => value.value),
    [0, 1]
  )
})

t.test('module namespaces', async t => {
  const record = recordOf(await import('../fixtures/crashes/values/namespace-inner.mjs'))
  t.equal(record.className, 'Module')
  t.ok(record.properties.length > 1)
})

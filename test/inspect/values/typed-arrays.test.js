'use strict'
// The elements of typed arrays are right in each viewer, or left out. This includes Float16Array on a Node.js without
// that class, and classes that extend a typed array.

const path = require('node:path')
const t = require('tap')
const { childrenOf } = require('../../../packages/inspect/page/browser/model/children')
const { toJson } = require('../../../packages/inspect/page/browser/model/to-json')
const { readDump } = require('../../../packages/inspect/reader')
const { remoteObject } = require('../../../packages/inspect/cdp/remote-object')
const { formatValue } = require('../../../packages/inspect/values/format-value')
const { bytesToNumbers } = require('../../../packages/inspect/values/typed-array-bytes')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { callFrame, makeDump, object, ref, str, vars } = require('../../helpers/make-dump')
const { testedVersion } = require('../../helpers/run-node')

/** @typedef {import('../../../packages/shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../../../packages/shared/dump/format').Value} Value */

const HALVES = Uint16Array.of(0x3e00, 0x8000, 0x7e00, 0xfc00, 0x7bff, 0x0001)
const HALVES_TEXT = 'Float16Array(6) [ 1.5, -0, NaN, -Infinity, 65504, 5.960464477539063e-8 ]'

/**
 * @param {string} objectId
 * @param {string} className
 * @param {Uint8Array | Uint16Array | Float32Array} elements
 * @param {Value} [prototype]
 */
const typedArray = (objectId, className, elements, prototype) =>
  object(
    objectId,
    {},
    {
      className,
      subtype: 'typedarray',
      length: elements.length,
      bytes: { base64: Buffer.from(elements.buffer).toString('base64'), byteLength: elements.byteLength },
      ...(prototype && { internalProperties: [{ name: '[[Prototype]]', value: prototype }] })
    }
  )
/**
 * @param {string} objectId
 * @param {string} intrinsic that it inherits from
 */
const prototypeOf = (objectId, intrinsic) =>
  object(objectId, {}, { internalProperties: [{ name: '[[Prototype]]', value: { type: 'object', intrinsic } }] })

/** @type {import('../../../packages/shared/dump/format').DumpRecord[]} */
const RECORDS = [
  callFrame(
    vars({
      halves: ref('halves', 'Float16Array', 'typedarray'),
      pixels: ref('pixels', 'Pixels', 'typedarray'),
      shim: ref('shim', 'Float16Array', 'typedarray'),
      samples: ref('samples', 'Samples', 'typedarray'),
      foreign: ref('foreign', 'Float32Array', 'typedarray'),
      named: ref('named', 'Uint8Array', 'typedarray')
    })
  ),
  typedArray('halves', 'Float16Array', HALVES),
  typedArray('pixels', 'Pixels', Float32Array.of(0.5, -1), ref('pixelsPrototype')),
  prototypeOf('pixelsPrototype', 'Float32Array.prototype'),
  typedArray('shim', 'Float16Array', Uint16Array.of(0x3c00), ref('shimPrototype')),
  prototypeOf('shimPrototype', 'Uint16Array.prototype'),
  typedArray('samples', 'Samples', Float32Array.of(0.5, -1), ref('notThere')),
  typedArray('foreign', 'Float32Array', Float32Array.of(0.25), ref('ofAnotherContext')),
  object('ofAnotherContext', {}),
  { ...typedArray('named', 'Uint8Array', Uint8Array.of(5)), properties: vars({ '007': str('Bond') }) },
  { kind: 'process' }
]

const TEXTS = {
  halves: HALVES_TEXT,
  pixels: 'Pixels(2) [ 0.5, -1 ]',
  shim: 'Float16Array(1) [ 15360 ]',
  samples: 'Samples(2) [ … 2 more not captured ]',
  foreign: 'Float32Array(1) [ 0.25 ]',
  // A property, and no element.
  named: "Uint8Array(1) [ 5, '007': 'Bond' ]"
}

const file = makeDump(path.join(t.testdir(), 'a.ccdump'), RECORDS)

t.test('in a terminal', async t => {
  const dump = await readDump(file)
  for (const [name, text] of Object.entries(TEXTS)) t.equal(formatValue(ref(name), dump, { columns: 200 }), text)
})

t.test('what a limit left out is counted, also behind those that are not shown', async t => {
  const cut = typedArray('cut', 'Uint8Array', new Uint8Array(200))
  cut.length = 1000
  cut.bytes = { base64: cut.bytes?.base64 ?? '', byteLength: 1000 }
  const source = { object: () => cut }
  t.match(formatValue(ref('cut'), source, { columns: 4000 }), /^Uint8Array\(1000\) \[ 0, [^…]* … 900 more \]$/)
  t.match(
    formatValue(ref('cut'), source, { columns: 4000, maxItems: 200 }),
    /^Uint8Array\(1000\) \[ 0, [^…]* … 800 more not captured \]$/
  )
})

t.test('in a debugger', async t => {
  const dump = await readDump(file)
  const elements = (/** @type {string} */ name) =>
    remoteObject(ref(name), dump, true).preview?.properties.map(({ value }) => value)
  t.same(elements('halves'), ['1.5', '-0', 'NaN', '-Infinity', '65504', '5.960464477539063e-8'])
  t.same(elements('pixels'), ['0.5', '-1'])
  t.same(elements('samples'), [])
  t.equal(remoteObject(ref('samples'), dump).description, 'Samples(2, 0 captured)')
})

t.test('in the page', async t => {
  const dump = /** @type {any} */ (await readDump(file))
  const elements = (/** @type {string} */ name) =>
    childrenOf(dump, { name, value: ref(name) })
      .filter(node => /^\d+$/.test(node.name))
      .map(({ value }) => value)
  t.match(elements('halves'), [
    { value: 1.5 },
    { unserializableValue: '-0' },
    { unserializableValue: 'NaN' },
    { unserializableValue: '-Infinity' },
    { value: 65504 },
    { value: 2 ** -24 }
  ])
  t.match(elements('pixels'), [{ value: 0.5 }, { value: -1 }])
  t.same(elements('samples'), [])
  t.same(JSON.parse(toJson(dump, ref('pixels'))), [0.5, -1])
})

t.test('in an expression', async t => {
  const hasHalves = Number((await testedVersion()).slice(1).split('.')[0]) >= 24
  /** @type {[expression: string, expected: string | RegExp][]} */
  const cases = [
    ...Object.entries(TEXTS),
    ['halves[0]', hasHalves ? '1.5' : /^NotCaptured: an object \(this version of Node\.js cannot make it\)$/],
    ['halves.length', hasHalves ? '6' : /^NotCaptured: /],
    ['pixels[1] + pixels.length', '1'],
    ['shim[0]', '15360'],
    ['samples[0]', /^NotCaptured: an object \(the dump does not say of what kind its elements are\)$/],
    ['foreign[0]', '0.25'],
    ["Object.assign(new Uint8Array(1), { '007': 7 })", "Uint8Array(1) [ 0, '007': 7 ]"],
    ['new (class Tones extends Float32Array {})([1.5, 2])', 'Tones(2) [ 1.5, 2 ]']
  ]
  const results = await evaluateAll(file, cases.map(([expression]) => [expression]))
  cases.forEach(([expression, expected], i) => {
    if (typeof expected === 'string') t.equal(results[i], expected, expression)
    else t.match(results[i], expected, expression)
  })
})

t.test(
  'each half float is what Node.js reads',
  { skip: !('Float16Array' in globalThis) && 'of Node.js 24' },
  async t => {
    const bits = Uint16Array.from({ length: 0x10000 }, (_, i) => i)
    const { values } = bytesToNumbers(typedArray('', 'Float16Array', bits), { object: () => undefined })
    const numbers = values.map(({ value, unserializableValue }) =>
      unserializableValue === undefined ? value : Number(unserializableValue)
    )
    t.ok(
      Array.from(new (Reflect.get(globalThis, 'Float16Array'))(bits.buffer)).every((number, i) =>
        Object.is(number, numbers[i])
      )
    )
  }
)

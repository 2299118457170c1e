'use strict'
// Which prototype goes without saying for an object of a kind.

const { MapGet, MapSet, TypedArrayTag, newMap, types } = require('./object-primordials')
const { KINDS } = require('./object-kind')

/** @type {Map<import('./object-kind').Kind, object>} */
const usual = newMap()
/** @type {Record<string, object>} */
const ofTypedArrays = { __proto__: /** @type {any} */ (null) }

const EXAMPLES = /** @type {const} */ ({
  object: {},
  array: [],
  date: new Date(0),
  regexp: /a/,
  map: new Map(),
  set: new Set(),
  weakmap: new WeakMap(),
  weakset: new WeakSet(),
  mapIterator: new Map().entries(),
  setIterator: new Set().values(),
  promise: Promise.resolve(),
  arrayBuffer: new ArrayBuffer(0),
  sharedArrayBuffer: new SharedArrayBuffer(0),
  dataView: new DataView(new ArrayBuffer(0)),
  weakRef: new WeakRef({}),
  function: () => {},
  asyncFunction: async () => {},
  generatorFunction: function * () {},
  asyncGeneratorFunction: async function * () {}
})

for (const [name, example] of Object.entries(EXAMPLES)) {
  MapSet(usual, KINDS[/** @type {keyof typeof EXAMPLES} */ (name)], Object.getPrototypeOf(example))
}
MapSet(usual, KINDS.arguments, Object.prototype)
for (const TypedArray of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array]) {
  ofTypedArrays[TypedArray.name] = TypedArray.prototype
}
// Of Node.js 24 and later.
const HalfArray = Reflect.get(globalThis, 'Float16Array')
if (HalfArray !== undefined) ofTypedArrays.Float16Array = HalfArray.prototype

const BufferPrototype = Buffer.prototype
const NumberPrototype = Number.prototype
const StringPrototype = String.prototype
const BooleanPrototype = Boolean.prototype

/**
 * @param {import('./object-kind').Kind} kind
 * @param {object} object of that kind
 * @param {object | null} prototype of the object
 */
function isUsualPrototype (kind, object, prototype) {
  if (kind === KINDS.typedArray) return prototype === BufferPrototype || prototype === ofTypedArrays[TypedArrayTag(object)]
  if (kind === KINDS.boxed) {
    return prototype === (types.isNumberObject(object) ? NumberPrototype : types.isStringObject(object) ? StringPrototype : BooleanPrototype)
  }
  return MapGet(usual, kind) === prototype
}

module.exports = { isUsualPrototype }

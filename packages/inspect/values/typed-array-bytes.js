'use strict'
// Converts the captured bytes of a typed array to its elements.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * Size and reader of the elements, by class. Dumps are written and read only on little-endian machines.
 * @type {Record<string, [size: number, read: (view: DataView, offset: number) => number | bigint]>}
 */
const ELEMENTS = {
  Int8Array: [1, (view, offset) => view.getInt8(offset)],
  Uint8Array: [1, (view, offset) => view.getUint8(offset)],
  Uint8ClampedArray: [1, (view, offset) => view.getUint8(offset)],
  Buffer: [1, (view, offset) => view.getUint8(offset)],
  Int16Array: [2, (view, offset) => view.getInt16(offset, true)],
  Uint16Array: [2, (view, offset) => view.getUint16(offset, true)],
  // Node.js 20 and 22 and older browsers have no DataView.prototype.getFloat16.
  Float16Array: [2, (view, offset) => float16(view.getUint16(offset, true))],
  Int32Array: [4, (view, offset) => view.getInt32(offset, true)],
  Uint32Array: [4, (view, offset) => view.getUint32(offset, true)],
  Float32Array: [4, (view, offset) => view.getFloat32(offset, true)],
  Float64Array: [8, (view, offset) => view.getFloat64(offset, true)],
  BigInt64Array: [8, (view, offset) => view.getBigInt64(offset, true)],
  BigUint64Array: [8, (view, offset) => view.getBigUint64(offset, true)]
}

/** How many prototypes are followed; in a damaged dump a chain may be a circle. */
const MAX_PROTOTYPES = 20

/** @param {number} bits one of the sign, five of the exponent, ten of the fraction */
function float16 (bits) {
  const sign = (bits & 0x8000) === 0 ? 1 : -1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (0x400 + fraction) * 2 ** (exponent - 25)
}

/**
 * The built-in class of a typed array. A class that extends it has a name of its own, which may even be that of another
 * built-in class.
 * @param {ObjectRecord} record
 * @param {{ object: (objectId: string) => ObjectRecord | undefined }} source
 * @returns {string | undefined} a key of ELEMENTS; undefined if the dump does not say
 */
function elementClass (record, source) {
  let prototype = prototypeOf(record)
  for (let i = 0; i < MAX_PROTOTYPES && prototype !== undefined; i++) {
    const name = /^(\w+)\.prototype$/.exec(prototype.intrinsic ?? '')?.[1]
    if (name !== undefined && Object.hasOwn(ELEMENTS, name)) return name
    prototype = prototypeOf(prototype.objectId === undefined ? undefined : source.object(prototype.objectId))
  }
  // A record without a prototype has the usual one. The prototypes of arrays from another context are not known by
  // name.
  return record.className !== undefined && Object.hasOwn(ELEMENTS, record.className) ? record.className : undefined
}

/** @param {ObjectRecord} [record] */
function prototypeOf (record) {
  return record?.internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value
}

/**
 * @param {ObjectRecord} record of a typed array, Buffer, ArrayBuffer or DataView
 * @param {{ object: (objectId: string) => ObjectRecord | undefined }} source finds its prototypes
 * @returns {{ values: Value[], missing: number }} the captured elements; bytes, if the object is not a typed array
 */
function bytesToNumbers (record, source) {
  const bytes = Buffer.from(record.bytes?.base64 ?? '', 'base64')
  const byteLength = record.bytes?.byteLength ?? bytes.length
  const name = record.subtype === 'typedarray' ? elementClass(record, source) : 'Uint8Array'
  if (name === undefined) return { values: [], missing: record.length ?? byteLength }
  const [size, read] = ELEMENTS[name]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  /** @type {Value[]} */
  const values = []
  for (let offset = 0; offset + size <= bytes.length; offset += size) values.push(numberValue(read(view, offset)))
  return { values, missing: Math.max(0, Math.floor(byteLength / size) - values.length) }
}

/**
 * @param {number|bigint} number
 * @returns {Value}
 */
function numberValue (number) {
  if (typeof number === 'bigint') return { type: 'bigint', unserializableValue: `${number}n` }
  if (Number.isFinite(number) && !Object.is(number, -0)) return { type: 'number', value: number }
  return { type: 'number', unserializableValue: Object.is(number, -0) ? '-0' : String(number) }
}

module.exports = { bytesToNumbers, elementClass, numberValue }

'use strict'
// The bytes that a dump keeps of a typed array -> its elements.

/** @typedef {import('../dump/format').Value} Value */
/** @typedef {import('../dump/format').ObjectRecord} ObjectRecord */

/** Element size and how to read one. Dumps are read and written on little-endian machines only. */
const ELEMENTS = /** @type {const} */ ({
  Int8Array: [1, 'getInt8'],
  Uint8Array: [1, 'getUint8'],
  Uint8ClampedArray: [1, 'getUint8'],
  Int16Array: [2, 'getInt16'],
  Uint16Array: [2, 'getUint16'],
  Int32Array: [4, 'getInt32'],
  Uint32Array: [4, 'getUint32'],
  Float32Array: [4, 'getFloat32'],
  Float64Array: [8, 'getFloat64'],
  BigInt64Array: [8, 'getBigInt64'],
  BigUint64Array: [8, 'getBigUint64']
})

/**
 * @param {string|undefined} className
 * @returns {className is keyof typeof ELEMENTS}
 */
function isTypedArrayName (className) {
  return className !== undefined && Object.hasOwn(ELEMENTS, className)
}

/**
 * @param {ObjectRecord} record of a typed array, Buffer, ArrayBuffer or DataView
 * @returns {{ values: Value[], missing: number }} the captured elements (bytes, where the class is not a typed array's)
 */
function bytesToNumbers (record) {
  const bytes = Buffer.from(record.bytes?.base64 ?? '', 'base64')
  const byteLength = record.bytes?.byteLength ?? bytes.length
  const [size, read] = ELEMENTS[isTypedArrayName(record.className) ? record.className : 'Uint8Array']
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  /** @type {Value[]} */
  const values = []
  for (let offset = 0; offset + size <= bytes.length; offset += size) values.push(numberValue(view[read](offset, true)))
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

module.exports = { bytesToNumbers, numberValue }

'use strict'
// Compares values and tells which Maps, Sets and arrays are in the dump as a whole.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/** @param {ObjectRecord} record */
function isWholeCollection (record) {
  return (
    (record.subtype === 'map' || record.subtype === 'set') &&
    record.size !== undefined &&
    record.entries?.length === record.size
  )
}

/** @param {ObjectRecord|undefined} record */
function isWholeArray (record) {
  return record?.subtype === 'array' && record.length !== undefined && !record.notCaptured?.length
}

/**
 * Compares two values as a Map compares its keys (SameValueZero).
 * @param {Value|undefined} a
 * @param {Value|undefined} b
 * @returns {boolean|undefined} undefined if the dump does not say
 */
function sameValue (a, b) {
  if (a === undefined || b === undefined) return undefined
  if (a.type !== b.type || a.subtype !== b.subtype) {
    // Two strings of which one is redacted may be equal. Values of different types are never equal.
    return a.type !== b.type || a.subtype === 'null' || b.subtype === 'null' ? false : undefined
  }
  if (a.type === 'undefined' || a.subtype === 'null') return true
  if (a.objectId !== undefined && b.objectId !== undefined) return a.objectId === b.objectId
  if (a.intrinsic !== undefined || b.intrinsic !== undefined) return a.intrinsic === b.intrinsic
  if (a.objectId !== undefined || b.objectId !== undefined) return undefined
  const unknown = (/** @type {Value} */ { value, unserializableValue, notCapturedReason }) =>
    (value === undefined && unserializableValue === undefined) || notCapturedReason !== undefined
  if (unknown(a) || unknown(b)) return undefined
  const zero = (/** @type {Value} */ { value, unserializableValue }) =>
    unserializableValue === '-0' ? 0 : (unserializableValue ?? value)
  return zero(a) === zero(b)
}

module.exports = { isWholeCollection, isWholeArray, sameValue }

'use strict'
// Makes JSON of plain data that the collector has made. JSON.stringify() would look up `toJSON` on every object, and
// the application may have put one on Object.prototype, so it gets only primitives here.

const { ArrayIsArray, JSONStringify, ObjectKeys } = require('../../safe/primordials')

/**
 * @param {unknown} value plain data: primitives, arrays, objects. Members that are undefined are left out; a BigInt
 *   becomes a string
 * @returns {string} JSON text
 */
function toJson (value) {
  if (typeof value === 'object' && value !== null) {
    if (value instanceof RawJson) return value.text
    return ArrayIsArray(value) ? arrayToJson(value) : objectToJson(/** @type {Record<string, unknown>} */ (value))
  }
  if (typeof value === 'bigint') return `"${value}"`
  return JSONStringify(value) ?? 'null'
}

/** JSON text, which toJson() inserts as it is. */
class RawJson {
  /** @param {string} text */
  constructor (text) {
    this.text = text
  }
}

/** @param {unknown[]} array */
function arrayToJson (array) {
  let text = '['
  for (let i = 0; i < array.length; i++) text += (i === 0 ? '' : ',') + toJson(array[i])
  return text + ']'
}

/** @param {Record<string, unknown>} object */
function objectToJson (object) {
  let text = '{'
  const keys = ObjectKeys(object)
  for (let i = 0; i < keys.length; i++) {
    const value = object[keys[i]]
    if (value === undefined) continue
    text += (text === '{' ? '' : ',') + JSONStringify(keys[i]) + ':' + toJson(value)
  }
  return text + '}'
}

module.exports = { toJson, RawJson }

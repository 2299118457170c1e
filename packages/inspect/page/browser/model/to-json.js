'use strict'
// Converts a value of the dump to plain JSON, for pasting into a test or an issue. Values that JSON can't represent
// become texts.

const { describeValue, internalProperty } = require('../../../values/describe-value')
const { bytesToNumbers } = require('../../../values/typed-array-bytes')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./dump').PageDump} PageDump */

/** How many values are copied. Nobody pastes more, and the browser must be able to hold the text. */
const MAX_VALUES = 20_000
const MAX_DEPTH = 50

/**
 * @param {PageDump} dump
 * @param {Value} value
 * @returns {string}
 */
function toJson (dump, value) {
  /** @type {string[]} */
  const open = []
  let left = MAX_VALUES

  /**
   * @param {Value} each
   * @returns {unknown}
   */
  const convert = each => {
    if (left-- <= 0) return '[…]'
    if ((each.type === 'string' || each.type === 'number' || each.type === 'boolean') && each.value !== undefined) {
      return each.value
    }
    if (each.subtype === 'null') return null
    const record = each.objectId === undefined || each.type === 'symbol' ? undefined : dump.object(each.objectId)
    if (record === undefined || isText(record)) return describeValue(each, dump)
    if (open.includes(record.objectId)) return '[Circular]'
    if (open.length >= MAX_DEPTH) return '[…]'
    open.push(record.objectId)
    const converted = contents(record)
    open.pop()
    return converted
  }

  /**
   * @param {ObjectRecord} record
   * @returns {unknown}
   */
  const contents = record => {
    if (record.bytes !== undefined) return bytesToNumbers(record, dump).values.map(convert)
    if (record.subtype === 'map') {
      return (record.entries ?? []).map(({ key, value }) => [key === undefined ? null : convert(key), convert(value)])
    }
    if (record.subtype === 'set') return (record.entries ?? []).map(entry => convert(entry.value))
    const named = record.properties.filter(({ symbol }) => symbol === undefined)
    if (record.subtype === 'array') {
      return named
        .filter(({ name }) => /^\d+$/.test(name))
        .map(each => (each.value === undefined ? null : convert(each.value)))
    }
    // Without a prototype, __proto__ becomes an ordinary property.
    const object = Object.create(null)
    if (record.subtype === 'error') object.error = describeValue({ type: 'object', objectId: record.objectId }, dump)
    for (const { name, value: each, enumerable, notCapturedReason } of named) {
      if (enumerable === false && name !== 'cause' && name !== 'errors') continue
      object[name] =
        each === undefined ? (notCapturedReason === undefined ? '[Getter]' : `<${notCapturedReason}>`) : convert(each)
    }
    for (const { name, value: each } of record.privateProperties ?? []) {
      if (each !== undefined) object[name] = convert(each)
    }
    return object
  }

  return JSON.stringify(convert(value), null, 2)
}

/**
 * True if the short description is complete: for functions, dates, regular expressions and boxed primitives.
 * @param {ObjectRecord} record
 */
function isText (record) {
  return (
    record.type === 'function' ||
    record.subtype === 'date' ||
    record.subtype === 'regexp' ||
    record.subtype === 'proxy' ||
    record.subtype === 'promise' ||
    internalProperty(record, '[[PrimitiveValue]]') !== undefined
  )
}

module.exports = { toJson }

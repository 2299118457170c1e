'use strict'
// JavaScript values -> the JSON of `Value`s of lib/dump/format.js. Objects get an id and wait in the table for their turn.

const { JSONStringify, StringSlice } = require('./primordials')
const { BigIntToString, MapGet, MapSet, newMap, SymbolKeyFor, SymbolToString } = require('./object-primordials')
const { intrinsicName } = require('./intrinsic-names')
const { classNames } = require('./object-class')
const { kindOf } = require('./object-kind')

/**
 * An object that a walk has met.
 * @typedef {object} Entry
 * @property {number} number
 * @property {object} object
 * @property {import('./object-kind').Kind} kind
 * @property {string} className
 * @property {number} depth
 * @property {string | null} intrinsic
 * @property {boolean} queued false for one that the limits leave out
 */

/**
 * @typedef {object} TableLimits
 * @property {number} maxDepth
 * @property {number} maxObjects
 * @property {number} maxStringLength with the overlap
 * @property {number} overlap so much longer are texts that are redacted, and then cut
 * @property {string} idPrefix
 */

const NULL = '{"type":"object","subtype":"null","value":null}'
const UNDEFINED = '{"type":"undefined"}'
/** Of a symbol, and of its key in the registry. */
const MAX_DESCRIPTION = 256
/** `Symbol(description`, without the bracket that ends it. */
const MAX_SYMBOL = 'Symbol('.length + MAX_DESCRIPTION

const is = Object.is

/**
 * @param {TableLimits} limits
 */
function objectTable ({ maxDepth, maxObjects, maxStringLength, overlap, idPrefix }) {
  /** @type {Map<unknown, Entry>} */
  const entries = newMap()
  /** @type {Map<symbol, number>} */
  const symbols = newMap()
  const classNameOf = classNames()
  /** @type {Entry[]} */
  const queue = []
  /** @type {Record<string, number>} */
  const missing = { depth: 0, objectCount: 0, bytes: 0, timeout: 0 }
  let count = 0
  let depth = 0

  /** @param {object} object */
  function enter (object) {
    let entry = MapGet(entries, object)
    if (entry === undefined) {
      const kind = kindOf(object)
      entry = { number: ++count, object, kind, className: kind.className ?? classNameOf(object), depth, intrinsic: intrinsicName(object), queued: false }
      MapSet(entries, object, entry)
      // Breadth comes first, so an object is met at its smallest depth.
      if (entry.intrinsic !== null) return entry
      if (depth > maxDepth) missing.depth++
      else if (queue.length >= maxObjects) missing.objectCount++
      else {
        entry.queued = true
        queue[queue.length] = entry
      }
    }
    return entry
  }

  /** @param {object} object */
  function objectValue (object) {
    const entry = enter(object)
    const { kind, className, intrinsic } = entry
    const head = `{"type":"${kind.type}"${kind.subtype === undefined ? '' : `,"subtype":"${kind.subtype}"`},"className":${JSONStringify(className)}`
    if (intrinsic !== null) return `${head},"intrinsic":${JSONStringify(intrinsic)}}`
    const reason = entry.queued ? '' : `,"notCapturedReason":"${entry.depth > maxDepth ? 'depth' : 'objectCount'}"`
    return `${head},"objectId":"${idPrefix}${entry.number}"${reason}}`
  }

  /** @param {symbol} symbol */
  function symbolText (symbol) {
    const text = SymbolToString(symbol)
    return text.length - 1 <= MAX_SYMBOL + overlap ? text : `${StringSlice(text, 0, MAX_SYMBOL + overlap)})`
  }

  /** @param {symbol} symbol */
  function symbolValue (symbol) {
    let number = MapGet(symbols, symbol)
    if (number === undefined) {
      number = ++count
      MapSet(symbols, symbol, number)
    }
    const key = SymbolKeyFor(symbol)
    const registryKey = key === undefined ? '' : `,"registryKey":${JSONStringify(StringSlice(key, 0, MAX_DESCRIPTION + overlap))}`
    return `{"type":"symbol","description":${JSONStringify(symbolText(symbol))},"objectId":"${idPrefix}${number}"${registryKey}}`
  }

  /** @param {string} text */
  function stringValue (text) {
    if (text.length <= maxStringLength) return `{"type":"string","value":${JSONStringify(text)}}`
    return `{"type":"string","value":${JSONStringify(StringSlice(text, 0, maxStringLength))},"length":${text.length},"notCapturedReason":"stringLength"}`
  }

  return {
    queue,
    missing,
    /** @param {number} next depth of what is met from now on */
    setDepth (next) { depth = next },
    /** @param {Entry} entry */
    idOf: entry => `${idPrefix}${entry.number}`,
    overlap,
    symbolText,
    /**
     * @param {unknown} value
     * @returns {string} JSON of a Value
     */
    value (value) {
      switch (typeof value) {
        case 'string': return stringValue(value)
        case 'number': return numberValue(value)
        case 'undefined': return UNDEFINED
        case 'boolean': return value ? '{"type":"boolean","value":true}' : '{"type":"boolean","value":false}'
        case 'bigint': return bigintValue(value, maxStringLength)
        case 'symbol': return symbolValue(value)
        default: return value === null ? NULL : objectValue(/** @type {object} */ (value))
      }
    }
  }
}

/** @param {number} number */
function numberValue (number) {
  if (number === Infinity || number === -Infinity || number !== number || is(number, -0)) { // eslint-disable-line no-self-compare
    return `{"type":"number","unserializableValue":"${is(number, -0) ? '-0' : number}"}`
  }
  return `{"type":"number","value":${number}}`
}

/**
 * @param {bigint} number
 * @param {number} maxStringLength
 */
function bigintValue (number, maxStringLength) {
  // 64 bits are 19.3 decimal digits. Turning a huge number into those takes more than linear time.
  const hex = BigIntToString(number, 16)
  const words = (hex.length - (hex[0] === '-' ? 1 : 0) + 15) / 16 | 0
  if (words * 20 > (maxStringLength > 64 ? maxStringLength : 64)) return '{"type":"bigint","notCapturedReason":"stringLength"}'
  return `{"type":"bigint","unserializableValue":"${BigIntToString(number)}n"}`
}

module.exports = { MAX_DESCRIPTION, MAX_SYMBOL, objectTable }

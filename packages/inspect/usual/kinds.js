'use strict'
// Sorts values by kind, from the coarsest sort to the finest, so that a value can be told to be unlike others.

const { wholeString } = require('../explain/properties')
const { internalProperty } = require('../values/describe-value')
const { quote } = require('../text/terminal-text')
const { KINDS, inCode } = require('../explain/words')
const { plainValue } = require('../explain/known-value')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {{ value: Value, dump: Dump }} Held a value, and the dump that has what it refers to */
/** @typedef {(held: Held) => string|undefined} Sort the kind in words; undefined if the value doesn't tell */

/** @type {Record<string, string>} */
const TYPES = {
  undefined: 'undefined',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  bigint: 'a BigInt',
  symbol: 'a symbol',
  function: 'a function'
}

/** Shorter texts begin alike by chance. */
const MIN_JSON = 2
/** A text that is a date begins with a year, or names a month: other texts are dates for V8 by chance. */
const LIKE_DATE = /^[-+]?\d{4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/**
 * @param {Held} held
 * @returns {ObjectRecord|undefined}
 */
function recordOf ({ value, dump }) {
  return value.objectId === undefined ? undefined : dump.object(value.objectId)
}

/** @param {Held} held */
function isUnknown ({ value }) {
  return value.notCapturedReason !== undefined && value.objectId === undefined && value.value === undefined
}

/** @type {Sort} */
function typeOf (held) {
  const { value } = held
  if (isUnknown(held)) return undefined
  if (value.type !== 'object') return Object.hasOwn(TYPES, value.type) ? TYPES[value.type] : undefined
  const subtype = value.subtype ?? recordOf(held)?.subtype
  if (subtype !== undefined) return Object.hasOwn(KINDS, subtype) ? KINDS[subtype] : `a ${inCode(subtype)}`
  const className = value.className ?? recordOf(held)?.className ?? 'Object'
  return className === 'Object' ? 'an object' : `an object of class ${inCode(className)}`
}

/** @type {Sort} */
function contentOf (held) {
  const { value } = held
  if (isUnknown(held)) return undefined
  const number = value.type === 'number' ? plainValue(value) : undefined
  if (typeof number === 'number') {
    return Number.isNaN(number)
      ? 'NaN'
      : !Number.isFinite(number)
          ? 'an infinite number'
          : number === 0 ? '0' : number < 0 ? 'a negative number' : 'a positive number'
  }
  if (value.type === 'string') {
    return (value.length ?? String(value.value).length) === 0 ? 'an empty string' : 'a string with characters'
  }
  const record = recordOf(held)
  if (record === undefined) return undefined
  if (record.subtype === 'array' && record.length !== undefined) {
    return record.length === 0 ? 'an empty array' : 'an array with elements'
  }
  if ((record.subtype === 'map' || record.subtype === 'set') && record.size !== undefined) {
    const name = record.subtype === 'map' ? 'Map' : 'Set'
    return record.size === 0 ? `an empty ${name}` : `a ${name} with entries`
  }
  const time = record.subtype === 'date' ? internalProperty(record, '[[DateValue]]') : undefined
  if (time === undefined) return undefined
  return typeof time.value === 'number' ? 'a valid Date' : 'an invalid Date'
}

/** @type {Sort} */
function fineOf ({ value }) {
  const number = plainValue(value)
  if (typeof number === 'number') {
    if (!Number.isFinite(number)) return undefined
    return Number.isInteger(number) ? 'a whole number' : 'a number with a fraction'
  }
  const text = wholeString(value)?.trim()
  return text === undefined || text.length < MIN_JSON ? undefined : kindOfText(text)
}

/** @param {string} text */
function kindOfText (text) {
  if (/^-?\d+$/.test(text)) return 'a string of digits'
  if (LIKE_DATE.test(text) && !Number.isNaN(Date.parse(text))) return 'a string that is a date'
  return /^[{[]/.test(text) ? `a string that begins with '${text[0]}'` : 'another string'
}

/** @type {Sort} */
function textOf ({ value }) {
  const known = plainValue(value)
  if (typeof known === 'boolean') return String(known)
  return typeof known === 'string' ? quote(known) : undefined
}

/** From the coarsest to the finest. @type {Sort[]} */
const SORTS = [typeOf, contentOf, fineOf]

module.exports = { SORTS, textOf, typeOf, isUnknown }

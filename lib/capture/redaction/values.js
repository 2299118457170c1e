'use strict'
// Where the value behind a name in a text ends, and whether it is one: src/redactor_values.cc in JavaScript.

const { MathMax, MathMin } = require('../primordials')
const { ALNUM, DASH_UNDER, DIGIT, LETTER, SPACE, is, isOneOf, startsWithNoCase } = require('./chars')

/** @typedef {(start: number) => { end: number, hasBracket: boolean }} UnquotedValueAt of one text */

const MAX_NAME_BEFORE = 64
const MAX_BRACKETS = 4096
const MIN_QUOTED = 3
const LITERALS = ['null', 'undefined', 'true', 'false', 'None', 'nil', '[redacted]']

/** @param {string} text @param {number} i */
const isNameChar = (text, i) => is(text, i, ALNUM | DASH_UNDER) || text[i] === '.'
/** @param {string} text @param {number} i */
const isQuote = (text, i) => isOneOf(text, i, '"\'`')
/** @param {string} text @param {number} i */
const isLineEnd = (text, i) => text[i] === '\n' || text[i] === '\r'

/**
 * @param {string} text
 * @param {number} separator
 */
function endsValue (text, separator) {
  let i = separator + 1
  if (i >= text.length || is(text, i, SPACE)) return true
  const limit = MathMin(text.length, i + MAX_NAME_BEFORE)
  while (i < limit && (isNameChar(text, i) || isOneOf(text, i, ' []'))) i++
  return i < text.length && i > separator + 1 && (text[i] === '=' || text[i] === '%')
}

/**
 * Where a value ends: the same place for all that begin between `start` and there.
 * @param {string} text
 * @param {number} start
 * @param {number} limit
 */
function findStop (text, start, limit) {
  let i = start
  for (; i < limit; i++) {
    if (is(text, i, SPACE) || isOneOf(text, i, '"\'`<>\\')) break
    if (isOneOf(text, i, '&;,') && endsValue(text, i)) break
    if (text[i] === '%' && startsWithNoCase(text, i, '%26')) break
    if (isOneOf(text, i, ')}]') && !is(text, i + 1, ALNUM)) break
  }
  return i
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function withoutStops (text, start, end) {
  while (end > start && (text[end - 1] === '.' || text[end - 1] === ',')) end--
  return end
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} limit
 */
function findUnquotedEnd (text, start, limit) {
  return withoutStops(text, start, findStop(text, start, limit))
}

/**
 * The end of a value is looked for once and then known for all names within it: else a text that is full of names would be read to its
 * end for each.
 * @param {string} text
 * @returns {UnquotedValueAt}
 */
function unquotedValues (text) {
  let from = 1
  let stop = 0
  let lastEnd = 0
  let behindBracket = 0
  return start => {
    if (start < from || start > stop) {
      from = start
      stop = findStop(text, start, text.length)
      behindBracket = lastEnd = withoutStops(text, start, stop)
      while (behindBracket > start && !isOneOf(text, behindBracket - 1, '([')) behindBracket--
    }
    return { end: MathMax(start, lastEnd), hasBracket: behindBracket > start }
  }
}

/**
 * @param {string} text
 * @param {number} start
 */
function findBracketEnd (text, start) {
  const limit = MathMin(text.length, start + MAX_BRACKETS)
  let depth = 0
  for (let i = start; i < limit; i++) {
    if (text[i] === '[' || text[i] === '{') depth++
    if ((text[i] === ']' || text[i] === '}') && --depth === 0) return i + 1
  }
  return limit
}

/**
 * @param {string} text
 * @param {number} start
 * @param {string} quote
 * @param {boolean} escaped
 */
function findQuoteEnd (text, start, quote, escaped) {
  for (let i = start; i < text.length; i++) {
    if (text[i] === '\\') {
      if (escaped && text[i + 1] === quote) return i
      if (!escaped) i++
    } else if (text[i] === quote) {
      return i
    }
  }
  return text.length
}

/** @param {string} value */
function isNoWord (value) {
  let odd = false
  for (let i = 0; i < value.length; i++) {
    if (value[i] === '(' || value[i] === '[') return false
    odd ||= !is(value, i, LETTER) && !isOneOf(value, i, '_.-/|)]{}')
  }
  return odd
}

/** @param {string} value */
function isNumber (value) {
  for (let i = 0; i < value.length; i++) {
    if (!is(value, i, DIGIT) && value[i] !== '.') return false
  }
  return true
}

module.exports = {
  LITERALS,
  MAX_NAME_BEFORE,
  MIN_QUOTED,
  findBracketEnd,
  findQuoteEnd,
  findUnquotedEnd,
  isLineEnd,
  isNameChar,
  isNoWord,
  isNumber,
  isQuote,
  unquotedValues
}

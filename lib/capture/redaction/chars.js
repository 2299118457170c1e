'use strict'
// Classes of characters, as in src/redactor_chars.h, and the few string functions that the redactor needs, taken before an
// application can replace them.

const { uncurryThis } = require('../primordials')

const UPPER = 1
const LOWER = 2
const DIGIT = 4
const HEX_LETTER = 8
const PLUS_SLASH = 16
const DASH_UNDER = 32
const SPACE = 64
const LETTER = UPPER | LOWER
const ALNUM = LETTER | DIGIT
const HEX = DIGIT | HEX_LETTER
const RUN = ALNUM | PLUS_SLASH | DASH_UNDER

const table = new Uint8Array(128)
for (const [characters, kind] of /** @type {[string, number][]} */ ([
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER], ['abcdefghijklmnopqrstuvwxyz', LOWER], ['0123456789', DIGIT], ['ABCDEFabcdef', HEX_LETTER],
  ['+/', PLUS_SLASH], ['-_', DASH_UNDER], [' \t\r\n', SPACE]
])) {
  for (const character of characters) table[character.charCodeAt(0)] |= kind
}

/** @type {(text: string, i: number) => number} */
const codeAt = uncurryThis(String.prototype.charCodeAt)
/** @type {(text: string, from: number, to?: number) => string} */
const slice = uncurryThis(/** @type {(from: number, to?: number) => string} */ (String.prototype.slice))
/** @type {(text: string, part: string, from: number) => boolean} */
const startsWith = uncurryThis(/** @type {(part: string, from?: number) => boolean} */ (String.prototype.startsWith))
/** @type {(text: string, part: string, from?: number) => number} */
const indexOf = uncurryThis(/** @type {(part: string, from?: number) => number} */ (String.prototype.indexOf))
/** @type {(text: string) => string} */
const toLowerCase = uncurryThis(String.prototype.toLowerCase)

/**
 * @param {string} text
 * @param {number} i
 * @returns {number} the classes of the character there, 0 beyond the end
 */
function classAt (text, i) {
  const code = codeAt(text, i)
  return code < 128 ? table[code] : 0
}

/**
 * @param {string} text
 * @param {number} i
 * @param {number} kinds
 */
function is (text, i, kinds) {
  return (classAt(text, i) & kinds) !== 0
}

/**
 * @param {string} text
 * @param {number} i
 * @param {number} kinds
 * @param {number} [limit]
 * @returns {number} where a character of another class stands, or the limit
 */
function skipWhile (text, i, kinds, limit = text.length) {
  while (i < limit && is(text, i, kinds)) i++
  return i
}

/**
 * @param {string} text
 * @param {number} i
 * @param {string} lower in small letters
 */
function startsWithNoCase (text, i, lower) {
  return i >= 0 && text.length - i >= lower.length && toLowerCase(slice(text, i, i + lower.length)) === lower
}

/**
 * @param {string} text
 * @param {number} i
 * @param {string} set
 */
function isOneOf (text, i, set) {
  return i < text.length && indexOf(set, text[i]) >= 0
}

module.exports = {
  UPPER,
  LOWER,
  DIGIT,
  LETTER,
  ALNUM,
  HEX,
  PLUS_SLASH,
  DASH_UNDER,
  SPACE,
  RUN,
  codeAt,
  slice,
  startsWith,
  indexOf,
  toLowerCase,
  classAt,
  is,
  skipWhile,
  startsWithNoCase,
  isOneOf
}

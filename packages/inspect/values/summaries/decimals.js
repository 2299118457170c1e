'use strict'
// Summarises numbers of any size from decimal.js (which Prisma contains, under a name of its bundler) and bignumber.js.
// Both keep the sign, the exponent of the first digit, and the digits in words.

/** @typedef {import('./fields').Fields} Fields */

const MAX_WORDS = 100
/** Beyond these exponents, both libraries print a number with an exponent. */
const SMALLEST_EXPONENT = -7
const LARGEST_EXPONENT = 40

const KINDS = [
  { name: 'Decimal', words: 'd', digits: 7, keys: new Set(['constructor', 's', 'e', 'd']) },
  { name: 'BigNumber', words: 'c', digits: 14, keys: new Set(['constructor', '_isBigNumber', 's', 'e', 'c']) }
]

/**
 * @param {Fields} fields
 * @returns {string|undefined}
 */
function decimalSummary (fields) {
  const { properties, notCaptured } = fields.record
  if (notCaptured !== undefined) return undefined
  const hasOnly = (/** @type {Set<string>} */ keys) =>
    properties.every(({ name, symbol }) => symbol !== undefined || keys.has(name))
  const kind = KINDS.find(({ words, keys }) => fields.value(words) !== undefined && hasOnly(keys))
  if (kind === undefined || fields.value('s') === undefined || fields.value('e') === undefined) return undefined
  const text = numberText(fields, kind)
  return text && `${kind.name}(${text})`
}

/**
 * @param {Fields} fields
 * @param {{ words: string, digits: number }} kind
 * @returns {string|undefined}
 */
function numberText (fields, { words, digits: wordDigits }) {
  const sign = fields.number('s')
  if (fields.isNull(words)) {
    if (fields.isNull('s') || Number.isNaN(sign)) return 'NaN'
    return sign === 1 ? 'Infinity' : sign === -1 ? '-Infinity' : undefined
  }
  const exponent = fields.number('e')
  const values = fields.numbers(words, MAX_WORDS)
  if ((sign !== 1 && sign !== -1) || exponent === undefined || !Number.isInteger(exponent)) return undefined
  if (values === undefined || values.length === 0) return undefined
  if (values.some(word => !Number.isInteger(word) || word < 0 || word >= 10 ** wordDigits)) return undefined
  const texts = values.map((word, i) => String(word).padStart(i === 0 ? 1 : wordDigits, '0'))
  const digits = texts.join('').replace(/0+$/, '')
  return `${sign === -1 ? '-' : ''}${digits === '' ? '0' : withPoint(digits, exponent)}`
}

/**
 * @param {string} digits without zeros at the end
 * @param {number} exponent of the first digit
 */
function withPoint (digits, exponent) {
  if (exponent <= SMALLEST_EXPONENT || exponent > LARGEST_EXPONENT) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
    return `${digits[0]}${fraction}e${exponent > 0 ? '+' : ''}${exponent}`
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const rest = digits.slice(exponent + 1)
  return rest === '' ? whole : `${whole}.${rest}`
}

module.exports = { decimalSummary }

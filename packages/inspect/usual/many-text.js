'use strict'
// Describes several values in a few words.

const { formatValue } = require('../values/format-value')
const { describeValue } = require('../values/describe-value')
const { plainValue } = require('../explain/known-value')
const { cut } = require('../text/terminal-text')
const { typeOf } = require('./kinds')

/** @typedef {import('./kinds').Held} Held */

const MAX_VALUE_COLUMNS = 40
const MAX_EXAMPLES = 3
const { compare: compareTexts } = new Intl.Collator('en', { numeric: true })

/**
 * @param {Held[]} values
 * @returns {string} one line: the value if all are equal; else their kinds, each with its number if there are several
 */
function manyText (values) {
  const texts = new Set(values.map(textOf))
  if (texts.size === 1) return [...texts][0]
  /** @type {Map<string, Held[]>} */
  const kinds = new Map()
  for (const each of values) {
    const kind = typeOf(each) ?? '<not known>'
    kinds.set(kind, [...kinds.get(kind) ?? [], each])
  }
  return [...kinds]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, held]) => `${kind}${examplesOf(held)}${kinds.size === 1 ? '' : ` (${held.length})`}`)
    .join(', ')
}

/**
 * @param {Held[]} held of one kind
 * @returns {string} the range of numbers, or some texts
 */
function examplesOf (held) {
  const plain = held.map(({ value }) => plainValue(value))
  const numbers = plain.filter(each => typeof each === 'number')
  if (numbers.length === held.length) return `, ${Math.min(...numbers)} to ${Math.max(...numbers)}`
  // The order of suspended calls is that of the heap, which means nothing.
  const texts = plain.some(each => typeof each === 'string') ? [...new Set(held.map(textOf))].sort(compareTexts) : []
  if (texts.length === 0) return ''
  return `, ${texts.slice(0, MAX_EXAMPLES).join(', ')}${texts.length > MAX_EXAMPLES ? ', …' : ''}`
}

/** @param {Held} held */
function textOf ({ value, dump }) {
  if (value.type === 'string') return cut(describeValue(value, dump), MAX_VALUE_COLUMNS)
  const text = formatValue(value, dump, {
    columns: MAX_VALUE_COLUMNS, depth: 0, maxString: 20, maxItems: 4, notes: false
  })
  return text.includes('\n') || text.length > MAX_VALUE_COLUMNS ? describeValue(value, dump) : text
}

module.exports = { manyText }

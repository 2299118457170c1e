'use strict'
// Says what the last request that went well did otherwise than the one that failed, for `show --compare` and the page.

const { compareWithSucceeded } = require('./compare-paths')
const { count } = require('./describe-path')
const { plain } = require('../text/terminal-text')
const { durationText } = require('../text/words')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./compare-paths').PathPlace} PathPlace */

/** @typedef {{ heading: string, rows: { label: string, text: string }[] }} SucceededDescription */

/** @param {Dump} dump @returns {SucceededDescription | null} null if the dump does not know of such a request */
function describeSucceeded (dump) {
  const difference = dump.derived(compareWithSucceeded)
  if (difference === null) return null
  const { a: here, b: then, parting, beforeMs, changed } = difference
  const common = count(here.steps - here.onlyHere, 'statement or branch', 'statements and branches')
  const rows = [
    { label: 'both', text: parting === null ? `ran ${common}` : `ran ${common}, the last at ${placeText(parting)}` },
    { label: 'here', text: here.next === null ? 'threw there' : `went on at ${placeText(here.next)}` },
    { label: 'then', text: then.next === null ? 'ran nothing else' : `went on at ${placeText(then.next)}` }
  ]
  if (changed.length > 0) rows.push({ label: '', text: `not compared, for want of their texts: ${changed.join(', ')}` })
  return { heading: `The last that went well there: ${plain(then.name)}, ${durationText(beforeMs)} before`, rows }
}

/** @param {PathPlace} place */
function placeText ({ file, lineNumber, code }) {
  return `${file}:${lineNumber + 1}  ${plain(code)}`
}

module.exports = { describeSucceeded }

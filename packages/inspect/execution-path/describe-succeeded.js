'use strict'
// Says what the last request that went well did otherwise than the one that failed, for `show --compare` and the page.

const { compareWithSucceeded, placeText } = require('./compare-paths')
const { plain } = require('../text/terminal-text')
const { durationText } = require('../text/words')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {{ heading: string, rows: { label: string, text: string }[] }} SucceededDescription */

/** @param {Dump} dump @returns {SucceededDescription | null} null if the dump does not know of such a request */
function describeSucceeded (dump) {
  const difference = dump.derived(compareWithSucceeded)
  if (difference === null) return null
  const { a: here, b: then, parting, beforeMs, changed } = difference
  const isSame = here.onlyHere === 0 && then.onlyHere === 0
  const end = isSame ? 'ran the same' : parting === null ? 'part at once' : `ran to ${placeText(parting)}`
  const rows = [{ label: 'both', text: end }]
  if (!isSame) {
    rows.push(
      { label: 'here', text: here.next === null ? 'threw there' : `went on at ${placeText(here.next)}` },
      { label: 'then', text: then.next === null ? 'ran nothing else' : `went on at ${placeText(then.next)}` }
    )
  }
  if (changed.length > 0) rows.push({ label: '', text: `not compared, for want of their texts: ${changed.join(', ')}` })
  return { heading: `The last that went well there: ${plain(then.name)}, ${durationText(beforeMs)} before`, rows }
}

module.exports = { describeSucceeded }

'use strict'
// Renders the chain of causes: a line for each cause below the message, and sections with places and variables, the
// root first.

const { chainLines } = require('../../crash/cause-chain')
const { factsOf } = require('../../crash/facts')
const { cut } = require('../../text/terminal-text')

/** @typedef {import('../types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').CauseRecord} CauseRecord */

/**
 * How many causes of a chain have a section, counted from the root, and how many other errors of an AggregateError.
 */
const MAX_SECTIONS = 3

/**
 * @param {View} view
 * @returns {string[]} a line for each cause
 */
function renderChain ({ dump, columns, paint, all }) {
  return chainLines(dump, { all, hint: ' (--all shows them)' }).map(line => paint('yellow', cut(`  ${line}`, columns)))
}

/**
 * @typedef {object} CauseSection
 * @property {CauseRecord} [cause] missing for the reported error
 * @property {string} title
 * @property {string} [before] a line about causes that are left out before it
 * @property {string} [after] a line about causes that are left out after it
 */

/**
 * The errors that get a section, in the order in which they explain the crash.
 * @param {View} view
 * @returns {CauseSection[]} empty if the place of no cause is known
 */
function causeSections ({ dump, all }) {
  const hasPlace = (/** @type {CauseRecord} */ { index }) => {
    const { callFrames, exception } = dump.seenFrom(index)
    return callFrames.length > 0 || (exception?.stack ?? []).length > 0
  }
  const known = factsOf(dump).errors.map(each => ({ ...each, title: `${each.title}: ` }))
    .filter(({ cause }) => cause === undefined || hasPlace(cause))
  if (known.length === 1) return []
  const at = known.findIndex(({ cause }) => cause === undefined)
  const [chain, reported, others] = [known.slice(0, at), known[at], known.slice(at + 1)]
  const shown = all ? chain : chain.slice(0, MAX_SECTIONS)
  const shownOthers = all ? others : others.slice(0, MAX_SECTIONS)
  const [left, leftOthers] = [chain.length - shown.length, others.length - shownOthers.length]
  return [
    ...shown,
    { ...reported, ...(left > 0 && { before: leftOut(left, 'that led from there to the reported one') }) },
    ...shownOthers.map((each, i) => ({
      ...each,
      ...(i === shownOthers.length - 1 && leftOthers > 0 && { after: leftOut(leftOthers, 'that it was made of') })
    }))
  ]
}

/**
 * @param {number} count
 * @param {string} what
 */
function leftOut (count, what) {
  return `… ${count} more error${count === 1 ? '' : 's'} ${what} (--all shows ${count === 1 ? 'it' : 'them'})`
}

module.exports = { renderChain, causeSections }

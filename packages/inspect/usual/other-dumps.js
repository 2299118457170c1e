'use strict'
// Finds dumps beside a dump in which functions of its crash ran as well: those of the same crash, and those in which
// these functions did not fail, or failed for another reason.

const { factsOf } = require('../crash/facts')
const { Neighbours, neighbourOf } = require('../groups/neighbours')

/** @typedef {import('../reader').Dump} Dump */

/**
 * @typedef {object} OtherRuns
 * @property {Dump[]} same of the same group of crashes
 * @property {Dump[]} others in which a function of the crash ran, and did not fail so
 */

/** Whoever asks about one dump doesn't wait for all others. */
const MAX_MS = 400
const MAX_FILES = 60
const MAX_OPENED = 12

/**
 * @param {Dump} dump
 * @param {Neighbours} [neighbours] of the dump
 * @returns {Promise<OtherRuns>} of the newest dumps in the directory, as many as can be read in a moment
 */
async function otherRuns (dump, neighbours = new Neighbours(dump)) {
  /** @type {OtherRuns} */
  const found = { same: [], others: [] }
  const files = neighbours.files.slice(0, MAX_FILES)
  if (files.length === 0) return found
  const { functions } = neighbourOf(dump)
  const { id } = factsOf(dump).fingerprint
  const end = performance.now() + MAX_MS
  for (const file of files) {
    if (performance.now() > end || found.same.length + found.others.length >= MAX_OPENED) break
    const about = await neighbours.about(file)
    if (about === null || ![...about.functions].some(each => functions.has(each))) continue
    const other = await neighbours.open(file)
    if (other !== null) found[factsOf(other).fingerprint.id === id ? 'same' : 'others'].push(other)
  }
  return found
}

module.exports = { otherRuns }

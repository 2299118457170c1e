'use strict'
// Says what crashes have in common, and how likely it would be by chance.

/** @typedef {import('./compare-facts').CommonFact} CommonFact */

/** @param {CommonFact} fact */
function factText ({ path, is }) {
  return `${path}: ${is}`
}

/** @param {CommonFact} fact */
function shareText ({ here, elsewhere }) {
  return `${here.count} of ${here.of} here, ${elsewhere.count} of ${elsewhere.of} elsewhere`
}

/** @param {CommonFact} fact */
function chanceText ({ chance }) {
  const once = Math.floor(1 / Number(chance))
  if (once > 1000) return 'by chance less than 1 time in 1,000'
  return once < 2 ? 'it may be chance' : `by chance 1 time in ${once}`
}

module.exports = { chanceText, factText, shareText }

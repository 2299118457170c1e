'use strict'
// Says what crashes have in common, and how sure that is.

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
  const sure = 100 * (1 - Number(chance))
  return sure > 99.9 ? 'more than 99.9 % sure' : `${sure.toFixed(1)} % sure`
}

module.exports = { chanceText, factText, shareText }

'use strict'
// Tells which scenarios go on: those with a target that their rows do not decide yet. It is looked after few rounds
// only, because who looks after each round finds by chance, some time, what he wants to find.

const { LOOKS } = require('../conclusions/stats')
const { summarize } = require('../conclusions/summary')

/** @typedef {import('./schedule').Cell} Cell */

const UNDECIDED = /^not decided/

/**
 * @param {number} round that would be next
 * @returns {boolean} true if it is looked before this round
 */
function isLook (round) {
  return LOOKS.includes(round - 1)
}

/**
 * @param {import('../suite').Suite} suite
 * @param {import('../rows').RunRow[]} runs of one session
 * @returns {(cell: Cell) => boolean} true for a scenario with an undecided target, by itself or together with others
 */
function undecided (suite, runs) {
  const lines = summarize(runs, suite.metrics).filter(({ target = '' }) => UNDECIDED.test(target))
  const single = new Set(lines.filter(line => !line.together).map(({ scenario, node }) => `${scenario}\n${node}`))
  const together = lines.filter(line => line.together)
  const has = (/** @type {Cell} */ { scenario, node }, /** @type {string} */ metric) =>
    runs.some(run => run.scenario === scenario.name && run.node === node && run.metrics[metric] !== undefined)
  return cell =>
    single.has(`${cell.scenario.name}\n${cell.node}`) ||
    together.some(({ node, metric }) => node === cell.node && has(cell, metric))
}

/**
 * @param {import('../suite').Suite} suite
 * @param {import('../rows').RunRow[]} runs of one session
 * @param {Cell} cell
 * @returns {boolean} true if the suite itself says that the scenario needs no further round
 */
function isDecided (suite, runs, { scenario, node }) {
  if (suite.isDecided === undefined) return false
  return suite.isDecided(runs.filter(run => run.scenario === scenario.name && run.node === node))
}

module.exports = { isDecided, isLook, undecided }

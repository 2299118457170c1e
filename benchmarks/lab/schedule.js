'use strict'
// The order of the runs. Rounds are outermost, so that whatever ends a measurement early, each cell has as many runs as the
// others, and slow changes of the machine meet all configurations alike.

const { BASELINE, NOISE } = require('./configurations')

/** @typedef {import('./suite').Suite} Suite */
/** @typedef {import('./suite').Scenario} Scenario */

/**
 * @typedef {object} Task
 * @property {Scenario} scenario
 * @property {string} node
 * @property {string} configuration
 * @property {number} round
 * @property {number} position
 */

/**
 * @param {Suite} suite
 * @param {{ nodes: string[], configurations?: string[], rounds: number, after?: number, only?: string, quick?: boolean }} options a quick one has too
 *   few rounds to conclude anything, and so does without a warm-up and the second baseline; `after`: rounds that are measured already
 * @returns {Task[][]} by round; the first one is the warm-up, empty where the suite wants none
 */
function schedule (suite, { nodes, configurations, rounds, after = 0, only, quick = false }) {
  const scenarios = suite.scenarios.filter(({ name }) => only === undefined || new RegExp(only).test(name))
  return [0, ...Array.from({ length: Math.max(0, rounds - after) }, (_, index) => after + index + 1)].map(round =>
    round === 0 && (quick || suite.warmUp === false)
      ? []
      : nodes.flatMap(node => scenarios.flatMap(scenario => {
        if (scenario.rounds !== undefined && round > scenario.rounds) return []
        const names = wanted(scenario.configurations ?? suite.configurations, configurations)
          .filter(name => !(quick && name === NOISE) && round % (suite.sparse?.[name] ?? 1) === (suite.sparse?.[name] === undefined ? 0 : 1))
        return rotated(names, round).map((configuration, position) => ({ scenario, node, configuration, round, position }))
      })))
}

/**
 * @param {string[]} ofSuite
 * @param {string[] | undefined} chosen on the command line
 * @returns {string[]} the baseline always takes part where the suite has one, and twice: without it there is nothing to say
 */
function wanted (ofSuite, chosen) {
  if (chosen === undefined) return ofSuite
  return [...new Set([...ofSuite.filter(name => name === BASELINE || name === NOISE), ...chosen])]
}

/**
 * @template T
 * @param {T[]} items
 * @param {number} by
 * @returns {T[]}
 */
function rotated (items, by) {
  const start = items.length === 0 ? 0 : by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

module.exports = { schedule }

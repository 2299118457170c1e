'use strict'
// The order of the runs. Rounds are outermost, so that whatever ends a measurement early, each cell has as many runs as
// the others, and slow changes of the machine meet all configurations alike.

const { BASELINE, NOISE, configuration } = require('./configurations')
const { measuredIn } = require('./continued')
const { ordered } = require('./order')

/** @typedef {import('./suite').Suite} Suite */
/** @typedef {import('./suite').Scenario} Scenario */

/**
 * @typedef {object} Cell
 * @property {Scenario} scenario
 * @property {string} node
 */

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
 * @param {object} options
 * @param {string[]} options.nodes
 * @param {string[]} [options.configurations]
 * @param {number} options.rounds
 * @param {import('./rows').RunRow[]} [options.measured] already: of these rounds, only what they lack is run
 * @param {string} [options.only]
 * @param {boolean} [options.quick] has too few rounds to conclude anything, and so does without a warm-up and the
 *   second baseline
 * @returns {Task[][]} by round; the first one is the warm-up of what follows, empty where the suite wants none; rounds
 *   that lack nothing are left out
 */
function schedule (suite, { nodes, configurations, rounds, measured = [], only, quick = false }) {
  const scenarios = suite.scenarios.filter(({ name }) => only === undefined || new RegExp(only).test(name))
  const cells = nodes.flatMap(node => scenarios.map(scenario => ({ node, scenario })))
  const isMeasured = measuredIn(measured)
  const lacking = Array.from({ length: rounds }, (_, index) =>
    cells.flatMap(cell => {
      const tasks = tasksOf(cell, index + 1)
      return isMeasured(
        cell.scenario.name,
        cell.node,
        index + 1,
        tasks.map(({ configuration }) => configuration)
      )
        ? []
        : tasks
    })
  )
  const toWarm = new Set(lacking.flat().map(nameOf))
  const warmUp =
    quick || suite.warmUp === false
      ? []
      : cells.filter(cell => toWarm.has(nameOf(cell))).flatMap(cell => tasksOf(cell, 0))
  return [warmUp, ...lacking.filter(({ length }) => length > 0)]

  /** @param {Cell} cell @param {number} round @returns {Task[]} */
  function tasksOf ({ scenario, node }, round) {
    if (scenario.rounds !== undefined && round > scenario.rounds) return []
    const names = namesIn(scenario, round)
    const alike = Array.from({ length: Math.max(0, round - 1) }, (_, index) => namesIn(scenario, index + 1)).filter(
      others => String(others) === String(names)
    )
    return ordered(names, alike.length, [suite.name, scenario.name, node].join('\n')).map(
      (configuration, position) => ({ scenario, node, configuration, round, position })
    )
  }

  /** @param {Scenario} scenario @param {number} round */
  function namesIn (scenario, round) {
    return wanted(scenario.configurations ?? suite.configurations, configurations).filter(
      name => !(quick && name === NOISE) && takesPart(suite.sparse?.[name], round)
    )
  }
}

/**
 * Of the round's number alone, so that a measurement that is continued, and one of more rounds, decides as this one
 * does.
 *
 * @param {number | undefined} every nth round; undefined: each, and the warm-up
 * @param {number} round
 * @returns {boolean}
 */
function takesPart (every, round) {
  return every === undefined || round % every === 1
}

/** @param {Cell} cell */
function nameOf ({ scenario, node }) {
  return `${scenario.name}\n${node}`
}

/**
 * @param {string[]} ofSuite
 * @param {string[] | undefined} chosen on the command line
 * @returns {string[]} the baseline always takes part where the suite has one, and twice: without it there is nothing to
 *   say
 * @throws when there is no configuration of a name
 */
function wanted (ofSuite, chosen) {
  if (chosen === undefined) return ofSuite
  // Here, or each of its runs would be discarded for it.
  chosen.forEach(name => configuration(name))
  return [...new Set([...ofSuite.filter(name => name === BASELINE || name === NOISE), ...chosen])]
}

module.exports = { schedule }

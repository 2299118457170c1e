'use strict'
// Orders the runs. Rounds are the outermost loop: if a measurement ends early, all cells have equally many runs, and
// slow changes of the machine affect all configurations alike.

const { BASELINE, NOISE, configuration } = require('../configurations')
const { LOOKS } = require('../conclusions/stats')
const { measuredIn } = require('./continued')
const { ordered } = require('./order')

/** @typedef {import('../suite').Suite} Suite */
/** @typedef {import('../suite').Scenario} Scenario */

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
 * @param {number} [options.rounds] missing: as many as the suite has, and as many as there are at most where a scenario
 *   has a target
 * @param {import('../rows').RunRow[]} [options.measured] rows that exist already; of these rounds only the rest is run
 * @param {string} [options.only]
 * @param {boolean} [options.quick] a trial run: it has too few rounds for a conclusion, so it has no warm-up and no
 *   second baseline
 * @returns {Task[][]} tasks by round; the first round is the warm-up, empty if the suite has none; complete rounds are
 *   left out
 * @throws if there is no such scenario
 */
function schedule (suite, { nodes, configurations, rounds, measured = [], only, quick = false }) {
  const scenarios = matching(suite, only)
  const cells = nodes.flatMap(node =>
    scenarios.filter(scenario => scenario.nodes?.includes(node) ?? true).map(scenario => ({ node, scenario }))
  )
  const usual = quick ? suite.quickRounds : suite.rounds
  const hasTargets = !quick && suite.metrics.some(({ targets = [] }) => targets.length > 0)
  const most = rounds ?? (hasTargets ? Math.max(usual, ...LOOKS) : usual)
  const isMeasured = measuredIn(measured)
  const lacking = Array.from({ length: most }, (_, index) =>
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
 * @param {Suite} suite
 * @param {string} [only] regular expression
 * @returns {Scenario[]} those that were asked for, at least one
 * @throws if there is none
 */
function matching (suite, only) {
  const scenarios = suite.scenarios.filter(({ name }) => only === undefined || new RegExp(only).test(name))
  if (scenarios.length === 0) throw new Error(`no scenario of ${suite.name} matches "${only}"`)
  return scenarios
}

/**
 * Tells if a configuration takes part in a round. This depends only on the number of the round, so that a continued or
 * a longer measurement has the same rounds.
 *
 * @param {number | undefined} every every nth round; undefined: every round, and the warm-up
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
 * @param {string[] | undefined} chosen names from the command line
 * @returns {string[]} the chosen ones and, if the suite has it, the baseline with its repetition, without which nothing
 *   can be concluded
 * @throws if there is no configuration of that name
 */
function wanted (ofSuite, chosen) {
  if (chosen === undefined) return ofSuite
  // Names are checked here. Otherwise each run would be discarded because of the unknown name.
  chosen.forEach(name => configuration(name))
  return [...new Set([...ofSuite.filter(name => name === BASELINE || name === NOISE), ...chosen])]
}

module.exports = { matching, schedule }

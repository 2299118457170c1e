'use strict'
// Summarises rows for each scenario, Node.js and metric: medians, and comparisons with the baseline within each round.

const { BASELINE, CONFIGURATIONS, MEASURED, NOISE } = require('../configurations')
const { grouped } = require('../grouped')
const { pooled, TOGETHER } = require('./pooled')
const { lastOfEach } = require('../rows')
const { estimate, estimateOfPairs } = require('./stats')
const { againstTarget, noiseOf, verdict } = require('./verdict')

/** @typedef {import('../rows').RunRow} RunRow */
/** @typedef {import('../suite').Metric} Metric */
/** @typedef {import('./stats').Estimate} Estimate */

/**
 * @typedef {object} Line
 * @property {string} scenario
 * @property {boolean} [together] the line combines all scenarios
 * @property {string} node
 * @property {string} metric
 * @property {string} configuration
 * @property {Estimate} value
 * @property {Estimate} [compared] ratio to the baseline or difference from it, within each round
 * @property {number} [floor] the smallest difference that the comparison can see
 * @property {string} [conclusion]
 * @property {string} [target] whether the target is met
 * @property {number} discarded
 */

/**
 * @param {RunRow[]} runs in the order in which they were measured
 * @param {Metric[]} metrics
 * @returns {Line[]} scenarios in the order of the rows, then their combination if a ratio has a target
 */
function summarize (runs, metrics) {
  const counted = lastOfEach(runs).filter(run => run.round > 0)
  const cells = [...grouped(counted, run => `${run.scenario}\n${run.node}`).values()]
  const together = metrics.filter(metric => metric.targets?.some(({ scenario }) => scenario === TOGETHER))
  return [
    ...cells.flatMap(cell => metrics.flatMap(metric => linesOf(cell, metric))),
    ...[...grouped(counted, run => run.node).values()].flatMap(ofNode =>
      together.flatMap(metric =>
        linesOf(pooled(ofNode, metric.name), metric).map(line => ({ ...line, together: true }))
      )
    )
  ]
}

/**
 * @param {RunRow[]} cell rows of one scenario and Node.js
 * @param {Metric} metric
 * @returns {Line[]}
 */
function linesOf (cell, metric) {
  const byConfiguration = grouped(cell, run => run.configuration)
  const neutral = metric.compare === 'ratio' ? 1 : 0
  const compare = (/** @type {string} */ name) =>
    metric.compare === 'value' || name === BASELINE
      ? undefined
      : estimateOfPairs(
        perRound(
          valuesByRound(byConfiguration.get(BASELINE), metric.name),
          valuesByRound(byConfiguration.get(name), metric.name),
          metric.compare
        )
      )
  const { floor, bias } = noiseOf(byConfiguration.has(NOISE) ? compare(NOISE) : undefined, neutral)
  return CONFIGURATIONS.flatMap(({ name: configuration }) => {
    const runs = byConfiguration.get(configuration) ?? []
    const value = estimate([...valuesByRound(runs, metric.name).values()])
    if (value.count === 0) return []
    const compared = compare(configuration)
    const target = targetOf(metric, configuration, cell[0].scenario)
    /** @type {Line} */
    const line = {
      scenario: cell[0].scenario,
      node: cell[0].node,
      metric: metric.name,
      configuration,
      value,
      discarded: runs.filter(run => run.discarded !== undefined).length
    }
    if (compared !== undefined && compared.count > 0) {
      line.compared = compared
      line.floor = floor
      if (configuration !== NOISE) line.conclusion = verdict(compared, floor, neutral).text
    }
    if (target !== undefined) {
      const { atMost, atLeast = NaN } = target
      const measured = metric.compare === 'value' ? value : (compared ?? estimate([]))
      const wrongBy = metric.compare === 'value' ? 0 : bias
      line.target =
        atMost === undefined
          ? againstTarget(negated(measured), -atLeast, wrongBy)
          : againstTarget(measured, atMost, wrongBy)
    }
    return [line]
  })
}

/**
 * @param {Metric} metric
 * @param {string} configuration
 * @param {string} scenario
 * @returns {import('../../targets').Target | undefined}
 */
function targetOf ({ targets = [] }, configuration, scenario) {
  const isTogether = scenario.endsWith(TOGETHER)
  return targets.find(
    target =>
      (target.configuration ?? MEASURED) === configuration &&
      (isTogether || target.scenario === TOGETHER
        ? isTogether && target.scenario === TOGETHER
        : target.scenario === undefined || target.scenario === scenario)
  )
}

/** @param {Metric} metric @returns {number | undefined} number of digits after the point, for a comparison */
function comparedDigits ({ compare, digits }) {
  return compare === 'ratio' ? 3 : digits
}

/** @param {Estimate} estimate @returns {Estimate} negated, so that more is worse */
function negated ({ median, low, high, count, least, most }) {
  return { median: -median, low: -high, high: -low, count, least: -most, most: -least }
}

/**
 * @param {RunRow[] | undefined} runs
 * @param {string} metric
 * @returns {Map<number, number>}
 */
function valuesByRound (runs, metric) {
  return new Map(
    (runs ?? []).flatMap(run =>
      run.discarded === undefined && run.metrics[metric] !== undefined ? [[run.round, run.metrics[metric]]] : []
    )
  )
}

/**
 * @param {Map<number, number>} baseline
 * @param {Map<number, number>} values
 * @param {'ratio' | 'difference' | 'value'} how
 * @returns {number[]}
 */
function perRound (baseline, values, how) {
  return [...values]
    .flatMap(([round, value]) => {
      const before = baseline.get(round)
      return before === undefined ? [] : [how === 'ratio' ? value / before : value - before]
    })
    .filter(Number.isFinite)
}

module.exports = { comparedDigits, perRound, summarize, targetOf, valuesByRound }

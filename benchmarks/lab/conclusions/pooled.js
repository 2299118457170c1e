'use strict'
// Combines all scenarios of a suite into one, because a single scenario is often noisier than a target of a few
// percent.

const { grouped } = require('../grouped')

/** @typedef {import('../rows').RunRow} RunRow */

/** The end of the name of such a combination; as the scenario of a target, it is that of the combination. */
const TOGETHER = 'scenarios together'

/**
 * Makes rows with the geometric means over the scenarios. The ratio of two such means is the geometric mean of the
 * scenarios' ratios.
 *
 * @param {RunRow[]} runs of one Node.js, each combination of scenario, configuration and round once
 * @param {string} metric
 * @returns {RunRow[]} a row for each configuration and round in which every scenario that has the metric has a value of
 *   it; empty if only one scenario has it
 */
function pooled (runs, metric) {
  const having = runs.filter(run => run.discarded === undefined && run.metrics[metric] !== undefined)
  const { size } = new Set(having.map(run => run.scenario))
  if (size < 2) return []
  return [...grouped(having, run => `${run.configuration}\n${run.round}`).values()]
    .filter(({ length }) => length === size)
    .map(same => ({
      ...same[0],
      scenario: `all ${size} ${TOGETHER}`,
      metrics: { [metric]: geometricMean(same.map(run => run.metrics[metric])) }
    }))
}

/** @param {number[]} values @returns {number} */
function geometricMean (values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

module.exports = { TOGETHER, pooled }

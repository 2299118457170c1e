'use strict'
// All scenarios of a suite as one: a single one is often noisier than a target of a few percent.

const { grouped } = require('./grouped')

/** @typedef {import('./rows').RunRow} RunRow */

/**
 * Geometric means over the scenarios. Their ratio is the geometric mean of the scenarios' ratios.
 *
 * @param {RunRow[]} runs of one Node, no two of the same scenario, configuration and round
 * @param {string} metric
 * @returns {RunRow[]} one for each configuration and round in which all scenarios that have the metric have a value of
 *   it; none of a single scenario
 */
function pooled (runs, metric) {
  const having = runs.filter(run => run.discarded === undefined && run.metrics[metric] !== undefined)
  const { size } = new Set(having.map(run => run.scenario))
  if (size < 2) return []
  return [...grouped(having, run => `${run.configuration}\n${run.round}`).values()]
    .filter(({ length }) => length === size)
    .map(same => ({
      ...same[0],
      scenario: `all ${size} scenarios together`,
      metrics: { [metric]: geometricMean(same.map(run => run.metrics[metric])) }
    }))
}

/** @param {number[]} values @returns {number} */
function geometricMean (values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

module.exports = { pooled }

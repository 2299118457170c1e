'use strict'
// Takes from the lines of a suite what a figure in a text is made of.

const { BASELINE, MEASURED } = require('../configurations')
const { lastOfEach } = require('../rows')
const { number } = require('./table')

/** @typedef {import('../conclusions/summary').Line} Line */

/**
 * @param {import('../rows').RunRow[]} runs of a suite
 * @param {string} node
 * @returns {import('../rows').RunRow[]} those of the default configuration that count
 */
function runsOfNode (runs, node) {
  return lastOfEach(runs).filter(
    run => run.node === node && run.configuration === MEASURED && run.discarded === undefined
  )
}

/**
 * @param {{ metric?: string, configuration?: string, only?: RegExp }} figure configuration: missing for the default
 *   one; only: matches the scenarios
 * @param {Line[]} lines
 * @returns {Line[]} those that the figure is about
 */
function linesOf ({ metric, configuration = MEASURED, only = /(?:)/ }, lines) {
  return lines.filter(
    line => line.metric === metric && line.configuration === configuration && only.test(line.scenario)
  )
}

/**
 * @param {Line[]} lines
 * @param {import('../suite').Metric | undefined} metric
 * @returns {import('../conclusions/stats').Estimate[]} the values themselves, or those of the comparison
 */
function estimatesOf (lines, metric) {
  return lines.flatMap(({ value, compared }) => {
    if (metric?.compare === 'value') return [value]
    return compared === undefined ? [] : [compared]
  })
}

/** @param {{ median: number }[]} estimates at least one @param {number} [digits] @returns {string} least to most */
function rangeText (estimates, digits) {
  const medians = estimates.map(({ median }) => median)
  const ends = [Math.min(...medians), Math.max(...medians)].map(value => number(value, digits))
  return [...new Set(ends)].join(' to ')
}

/**
 * @param {Line[]} lines of the suite `start`
 * @param {string} node
 * @returns {string} milliseconds that `node -e 0` takes without the collector, by which machines can be told apart;
 *   empty if that was not measured
 */
function startAlone (lines, node) {
  const figure = { metric: 'wallMs', configuration: BASELINE, only: /^node/ }
  const line = linesOf(figure, lines).find(each => each.node === node)
  return line === undefined ? '' : number(line.value.median, 0)
}

module.exports = { estimatesOf, linesOf, rangeText, runsOfNode, startAlone }

'use strict'
// Renders the results of a measurement for the terminal.

const { lastOfEach } = require('../rows')
const { summarize } = require('../conclusions/summary')
const { interval, number, text } = require('./table')

/**
 * @param {import('../suite').Suite} suite
 * @param {import('../rows').RunRow[]} runs
 * @returns {string}
 */
function summaryText (suite, runs) {
  const lines = summarize(runs, suite.metrics)
  const rows = lines.map(line => {
    const metric = suite.metrics.find(({ name }) => name === line.metric)
    return [
      line.scenario,
      line.node,
      metric?.label ?? line.metric,
      line.configuration,
      `${number(line.value.median, metric?.digits)} ${metric?.unit ?? ''}`,
      String(line.value.count),
      interval(line.compared, undefined, line.value.count),
      line.conclusion ?? '',
      line.target ?? ''
    ]
  })
  const table = text(
    ['scenario', 'node', 'metric', 'configuration', 'median', 'runs', 'against off', 'conclusion', 'target'],
    rows
  )
  return suite.report === undefined ? table : `${table}\n\n${suite.report(lastOfEach(runs))}`
}

module.exports = { summaryText }

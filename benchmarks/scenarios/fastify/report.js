'use strict'
// Makes the three tables that fastify-benchmarks prints, without and with the collector, and their spread.

const { BASELINE, MEASURED, configuration } = require('../../lab/configurations')
const { grouped } = require('../../lab/grouped')
const { median } = require('../../lab/quantile')
const { markdown, number } = require('../../lab/report/table')

/** @typedef {import('../../lab/rows').RunRow} RunRow */

const SIDES = [BASELINE, MEASURED]
const TABLES = [
  { title: 'Requests', unit: 'a second', metric: 'requestsPerSecond' },
  { title: 'Latency', unit: 'ms', metric: 'averageMs', spread: ['stdevMs', 'maxMs'] },
  { title: 'Throughput', unit: 'MB a second', metric: 'throughputMb' }
]

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  const counted = runs.filter(run => run.discarded === undefined && run.metrics.requestsPerSecond !== undefined)
  const servers = [...grouped(counted, run => run.scenario).values()]
  return TABLES.flatMap(({ title, unit, metric, spread }) => {
    const rows = servers
      .filter(server => server.some(run => run.metrics[metric] !== undefined))
      .map(server => [server[0].scenario, ...SIDES.flatMap(side => cellsOf(server, side, metric, spread))])
    if (rows.length === 0) return []
    const head = SIDES.flatMap(side => [configuration(side).label, 'stdev', 'max'])
    return [`**${title}**, ${unit}\n\n${markdown(['Benchmark', ...head], rows)}`]
  }).join('\n\n')
}

/**
 * @param {RunRow[]} server
 * @param {string} side
 * @param {string} metric
 * @param {string[]} [spread] metrics of a run; without them, the spread is that of the runs
 * @returns {string[]} median of the runs, standard deviation, maximum
 */
function cellsOf (server, side, metric, spread) {
  const runs = server.filter(run => run.configuration === side)
  const valuesOf = (/** @type {string} */ name) =>
    runs.flatMap(run => (run.metrics[name] === undefined ? [] : [run.metrics[name]]))
  const values = valuesOf(metric)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  const further = spread === undefined ? [deviation, Math.max(...values)] : spread.map(name => median(valuesOf(name)))
  return [median(values), ...further].map(value => number(value))
}

module.exports = { report }

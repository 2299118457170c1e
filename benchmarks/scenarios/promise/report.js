'use strict'
// Makes the tables that experiments had before: milliseconds without and with, and the debugger's share of the cost.

const { BASELINE, configuration } = require('../../lab/configurations')
const { grouped } = require('../../lab/grouped')
const { median } = require('../../lab/quantile')
const { markdown, number } = require('../../lab/report/table')

/** @typedef {import('../../lab/rows').RunRow} RunRow */

const PUBLISHED = ['off', 'on-demand', 'always']
const SHARES = ['debugger', 'pauses-uncaught', 'pauses-all', 'always', 'on-demand']

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  const counted = runs.filter(run => run.discarded === undefined && run.round > 0)
  return [publishedTable(counted), shareTable(counted, 'runCpuMs'), shareTable(counted, 'rejectionsCpuMs')]
    .filter(part => part !== '')
    .join('\n\n')
}

/** @param {RunRow[]} runs @returns {string} */
function publishedTable (runs) {
  const cells = cellsWith(runs, 'publishedMs')
  if (cells.length === 0) return ''
  const rows = cells.map(cell => [
    cell[0].scenario.replace(' as published', ''),
    cell[0].node,
    ...PUBLISHED.map(name => number(middle(cell, name, 'publishedMs'), 1))
  ])
  const head = ['Test', 'Node.js', ...PUBLISHED.map(name => configuration(name).label)]
  return `**As the suite is published**, ms, median of the processes\n\n${markdown(head, rows)}`
}

/** @param {RunRow[]} runs @param {string} metric @returns {string} */
function shareTable (runs, metric) {
  const cells = cellsWith(runs, metric)
  if (cells.length === 0) return ''
  const rows = cells.map(cell => {
    const without = middle(cell, BASELINE, metric)
    const pauses = middle(cell, 'pauses-uncaught', 'pauses')
    return [
      cell[0].scenario,
      cell[0].node,
      number(without, 1),
      ...SHARES.map(name => number(middle(cell, name, metric) / without, 2)),
      number(pauses, 0)
    ]
  })
  const head = ['Workload', 'Node.js', 'without, ms', ...SHARES.map(name => configuration(name).label)]
  return (
    '**What of it is the debugger that is enabled, what its pauses.** CPU time without, then ratios to it; last,\n' +
    'the pauses of a process at errors of which V8 thinks that nobody will catch them\n\n' +
    markdown([...head, 'pauses'], rows)
  )
}

/** @param {RunRow[]} runs @param {string} metric */
function cellsWith (runs, metric) {
  const having = runs.filter(run => run.metrics[metric] !== undefined)
  return [...grouped(having, run => `${run.scenario}\n${run.node}`).values()]
}

/** @param {RunRow[]} cell @param {string} name @param {string} metric @returns {number} NaN if not measured */
function middle (cell, name, metric) {
  return median(
    cell.flatMap(run =>
      run.configuration === name && run.metrics[metric] !== undefined ? [run.metrics[metric]] : []
    )
  )
}

module.exports = { report }

'use strict'
// Makes the table of docs/execution-path.md.

const { CONFIGURATIONS, NOISE, configuration } = require('../../lab/configurations')
const { markdown, number } = require('../../lab/report/table')

/** @typedef {import('../../lab/conclusions/summary').Line} Line */

const PAGE = 'execution-path.md'
const AT = /, 10 connections$/
const METRICS = ['requestsPerSecond', 'cpuPerRequestUs']

/**
 * @param {Line[]} lines of all metrics, scenarios and versions of Node.js
 * @returns {string} Markdown: for each configuration the least and the greatest ratio of the services
 */
function table (lines) {
  const shown = lines.filter(({ scenario, compared }) => AT.test(scenario) && compared !== undefined)
  if (shown.length === 0) return 'Not measured yet: `npm run bench -- critical-path`.'
  const names = CONFIGURATIONS.map(({ name }) => name).filter(name => shown.some(line => line.configuration === name))
  const rows = names.map(name => [
    name === NOISE ? 'without, again (noise)' : configuration(name).label,
    ...METRICS.map(metric => range(shown.filter(line => line.configuration === name && line.metric === metric)))
  ])
  return markdown(['as a ratio to a process without the collector', 'requests', 'CPU time of a request'], rows)
}

/** @param {Line[]} lines that are compared */
function range (lines) {
  const medians = lines.map(({ compared }) => compared?.median ?? NaN)
  return [...new Set([Math.min(...medians), Math.max(...medians)].map(ratio => number(ratio, 2)))].join(' to ')
}

module.exports = { embedded: { page: PAGE, table } }

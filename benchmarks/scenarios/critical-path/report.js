'use strict'
// Makes the table of docs/execution-path.md.

const { CONFIGURATIONS, NOISE, configuration } = require('../../lab/configurations')
const { grouped } = require('../../lab/grouped')
const { filled, interval, tables } = require('../../lab/report/table')

/** @typedef {import('../../lab/conclusions/summary').Line} Line */

const PAGE = 'execution-path.md'
const AT = /, 10 connections$/
/** @type {Record<string, string>} */
const METRICS = {
  requestsPerSecond: 'Requests per second at 10 connections, as a ratio to a process without the collector',
  cpuPerRequestUs: 'CPU time of a request, likewise'
}

/**
 * @param {Line[]} lines of all metrics, scenarios and versions of Node.js
 * @returns {string} Markdown
 */
function table (lines) {
  const shown = lines.filter(({ scenario, compared }) => AT.test(scenario) && compared !== undefined)
  if (shown.length === 0) return 'Not measured yet: `npm run bench -- critical-path`.'
  return Object.entries(METRICS)
    .map(([metric, title]) => tableOf(title, shown.filter(line => line.metric === metric)))
    .join('\n\n')
}

/** @param {string} title @param {Line[]} lines */
function tableOf (title, lines) {
  const columns = [...grouped(lines, ({ scenario, node }) => `${scenario}\n${node}`).values()]
  const names = CONFIGURATIONS.map(({ name }) => name).filter(name => lines.some(line => line.configuration === name))
  const labels = names.map(name => (name === NOISE ? 'without, again (noise)' : configuration(name).label))
  const shown = tables(
    [['Configuration', ...labels]],
    columns.map(column => {
      const [{ scenario, node }] = column
      const cells = names.map(name => interval(column.find(line => line.configuration === name)?.compared, 2))
      return [[`${scenario.replace(AT, '')}, Node.js ${node}`, ...cells]]
    })
  )
  return `${filled(`${title}:`)}\n\n${shown}`
}

module.exports = { embedded: { page: PAGE, table } }

'use strict'
// Which program's values each tool shows.

const path = require('node:path')

const { configuration } = require('../../lab/configurations')
const { markdown } = require('../../lab/table')
const { corpus } = require('./corpus')

/** Those that show any, or say that they do. */
const TOOLS = ['on-demand', 'always', 'sentry', 'rollbar', 'report', 'core']

/**
 * @param {import('../../lab/rows').RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  /** @type {Map<string, Record<string, string[]>>} of the last run of each */
  const missing = new Map(runs.filter(run => run.discarded === undefined && run.details?.missing !== undefined)
    .map(run => [run.configuration, /** @type {Record<string, string[]>} */ (run.details?.missing)]))
  const tools = TOOLS.filter(name => missing.has(name))
  if (tools.length === 0) return ''
  const rows = corpus().map(({ file, names }) => {
    const program = path.basename(file)
    return [program, ...tools.map(name => {
      const absent = missing.get(name)?.[program] ?? names
      return absent.length === 0 ? `${names.length}` : `${names.length - absent.length}${absent.length < names.length ? `, not ${absent.join(', ')}` : ''}`
    })]
  })
  return `**Values shown, of five in each program** ([sources](../benchmarks/scenarios/peers/corpus))\n\n${markdown(['Program', ...tools.map(name => configuration(name).label)], rows)}\n`
}

module.exports = { report }

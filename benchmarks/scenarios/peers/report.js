'use strict'
// Reports which program's values each tool shows, and if the program ends as it would without the tool.

const { configuration } = require('../../lab/configurations')
const { filled, tables } = require('../../lab/report/table')
const { corpus } = require('./corpus')

const TOOLS = ['on-demand', 'always', 'sentry', 'rollbar', 'report', 'core', 'inspect']

/** @typedef {import('../../lab/rows').RunRow} RunRow */

/**
 * @param {RunRow[]} runs
 * @returns {string} Markdown
 */
function report (runs) {
  /** Details of the last run of each scenario and configuration. */
  const details = new Map(
    runs.flatMap(run =>
      run.discarded === undefined && run.details?.missing !== undefined ? [[run.configuration, run.details]] : []
    )
  )
  const tools = TOOLS.filter(name => details.has(name))
  if (tools.length === 0) return ''
  return (
    [
      values(tools.filter(name => name !== 'inspect'), details),
      ends(tools, details)
    ]
      .filter(part => part !== '')
      .join('\n\n') + '\n'
  )
}

/**
 * @param {string[]} tools
 * @param {Map<string, Record<string, unknown>>} details
 */
function values (tools, details) {
  const programs = corpus()
  const shownBy = (/** @type {string} */ tool) =>
    programs.map(({ name: program, values }) => {
      const missing =
        /** @type {Record<string, string[]>} */ (details.get(tool)?.missing)[program] ?? values.map(({ name }) => name)
      const count = values.length - missing.length
      return count === values.length || count === 0 ? `${count}` : `${count}, not ${missing.join(', ')}`
    })
  const shown = tables(
    [['Program', ...programs.map(({ name }) => name)]],
    tools.map(tool => [[configuration(tool).label, ...shownBy(tool)]])
  )
  return (
    '**Values shown, of five in each program** ([sources](../../scenarios/peers/corpus)); of a core\n' +
    `file: contained\n\n${shown}`
  )
}

/**
 * @param {string[]} tools
 * @param {Map<string, Record<string, unknown>>} details
 */
function ends (tools, details) {
  const lines = tools.flatMap(name => {
    const { exitCodes, endedOtherwise } =
      /** @type {{ exitCodes?: Record<string, number>, endedOtherwise?: string[] }} */ (details.get(name))
    if (exitCodes === undefined || endedOtherwise === undefined) return []
    const count = Object.keys(exitCodes).length
    const others = endedOtherwise.map(program => `${program} (${codeText(exitCodes[program])})`)
    return [
      filled(
        `- ${configuration(name).label}: ${count - others.length} of ${count}` +
          (others.length === 0 ? '' : `; not ${others.join(', ')}`),
        '  '
      )
    ]
  })
  return lines.length === 0
    ? ''
    : `**Programs that ended with the exit code that they have without a tool**\n\n${lines.join('\n')}`
}

/** @param {number} code */
function codeText (code) {
  return code < 0 ? `signal ${-code}` : `exit code ${code}`
}

module.exports = { report }

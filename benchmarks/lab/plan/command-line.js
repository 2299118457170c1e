'use strict'
// Parses the arguments of `npm run bench`.

const { parseArgs } = require('node:util')

/**
 * @typedef {object} Options
 * @property {string} suite a suite's name, or one of COMMANDS; `help` if it was asked for
 * @property {string[]} [nodes]
 * @property {string[]} [configurations]
 * @property {number} [rounds]
 * @property {number} [minutes] no round begins that would end later
 * @property {string} [only] regular expression for names of scenarios
 * @property {string} [json] file for the rows
 * @property {boolean} continue add rounds to the newest measurement
 * @property {boolean} quick
 * @property {boolean} flamegraph
 * @property {boolean} tables
 */

const COMMANDS = ['all', 'report', 'check']

const USAGE = `Usage: npm run bench -- <suite> [options]
       npm run bench -- all [--quick]  every suite, in six hours at most; run again, it goes on where it was
       npm run bench -- report         tables, pictures and figures in texts, from the rows
       npm run bench -- check          fails if README.md has figures that are older than the capture

  --node 20,22,24,26     Node.js majors
  --config off,on-demand configurations
  --only <regexp>        scenarios by name
  --rounds N             as many rounds as this, whether targets are decided or not
  --continue             add the rounds that the newest measurement lacks
  --minutes N            begin no round that would end later than this
  --json <file>          where the rows go (default: benchmarks/results/)
  --quick                a trial: few rounds, short runs, nothing that is published
  --flamegraph           draw the flamegraphs that a suite has, and measure nothing
  --tables               print the figures of the rows that are there, and measure nothing
  --help, -h             this text
`

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws on wrong usage
 */
function parseCommandLine (args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      node: { type: 'string' },
      config: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      json: { type: 'string' },
      continue: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      flamegraph: { type: 'boolean', default: false },
      tables: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false }
    }
  })
  const help = values.help === true
  if (positionals.length !== 1 && !help) throw new Error('name one suite')
  return {
    suite: help ? 'help' : positionals[0],
    nodes: values.node?.split(','),
    configurations: values.config?.split(','),
    rounds: positive('--rounds', values.rounds),
    minutes: positive('--minutes', values.minutes),
    only: values.only,
    json: values.json,
    continue: values.continue === true,
    quick: values.quick === true,
    flamegraph: values.flamegraph === true,
    tables: values.tables === true
  }
}

/**
 * @param {string} option
 * @param {string | undefined} value
 * @returns {number | undefined}
 */
function positive (option, value) {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!(number > 0)) throw new Error(`${option} takes a number above 0, not "${value}"`)
  return number
}

module.exports = { COMMANDS, USAGE, parseCommandLine }

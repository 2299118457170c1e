'use strict'
// npm run triggers-table [-- --run]: makes the table at the top of docs/triggers.md. What dumps hold comes from
// test/results/kills.jsonl, the results of some tests on each Node.js of the matrix; --run makes them anew. What
// triggers cost comes from the suite `triggers` of the lab.

const fs = require('node:fs')
const path = require('node:path')
const { latest, lastOfEach, readAllRows } = require('../../benchmarks/lab/rows')
const { perRound, valuesByRound } = require('../../benchmarks/lab/conclusions/summary')
const { FEWEST_ROUNDS, estimate } = require('../../benchmarks/lab/conclusions/stats')
const { interval, tables } = require('../../benchmarks/lab/report/table')
const { CONTENTS } = require('../../test/helpers/dump-holds')
const { MATRIX, matrixNode } = require('../build/matrix-node')
const { tap } = require('../test')

const ROOT = path.join(__dirname, '../..')
const RESULTS = path.join(ROOT, 'test', 'results', 'kills.jsonl')
const DOCUMENT = path.join(ROOT, 'docs', 'triggers.md')
const TESTS = ['examples/kill.test.js', 'triggers/memory-limit.test.js'].map(file => path.join(ROOT, 'test', file))
const BEGIN = '<!-- The table is made by `npm run triggers-table`. -->\n'
const END = '\n<!-- The end of the table. -->'

/**
 * @typedef {object} Result
 * @property {string} way
 * @property {string} trigger
 * @property {string} node
 * @property {string[]} holds
 *
 * @typedef {object} Row
 * @property {string} link what the table links to; empty if the trigger has no section
 * @property {boolean} isOn by default
 * @property {string} leaves
 * @property {string} limits
 */

/** What nobody can measure. @type {Record<string, Row>} */
const ROWS = {
  uncaughtException: {
    link: '',
    isOn: true,
    leaves: 'an error that nobody caught',
    limits: 'errors of a storm are rationed'
  },
  unhandledRejection: {
    link: '',
    isOn: true,
    leaves: 'a promise that was rejected and that nobody waited for',
    limits: 'one dump of a storm, and a count'
  },
  caught: {
    link: '#caught',
    isOn: true,
    leaves: 'an error that was caught, and after which the application ended itself',
    limits: 'made in the last 10 s; ends in `node_modules` do not count'
  },
  outOfMemory: {
    link: '#outofmemory',
    isOn: true,
    leaves: 'a full heap',
    limits: 'no stack if a builtin asks for all at once'
  },
  testFailure: {
    link: '#testfailure',
    isOn: true,
    leaves: 'a failed test',
    limits: 'a line of set-up in the test runner'
  },
  request: {
    link: '#request',
    isOn: true,
    leaves: 'a running process that somebody asks',
    limits: 'Linux; waits for the next check of interrupts'
  },
  unsettledTopLevelAwait: {
    link: '#unsettledtoplevelawait',
    isOn: true,
    leaves: 'a top-level `await` that never settles',
    limits: 'what nothing refers to any more'
  },
  api: { link: 'api.md', isOn: true, leaves: '`capture()`', limits: 'none' },
  handled: {
    link: '',
    isOn: false,
    leaves: 'an error that a handler of the application received',
    limits: 'five of a kind a day'
  },
  exit: {
    link: '#exit',
    isOn: false,
    leaves: 'a call of `process.exit()`',
    limits: 'not an end because nothing is left to do'
  },
  signal: {
    link: '#signal',
    isOn: false,
    leaves: 'a fatal signal, such as SIGSEGV',
    limits: 'Linux on x64; no variables'
  },
  terminated: {
    link: '#terminated',
    isOn: false,
    leaves: 'SIGTERM or SIGINT while something is under way',
    limits: 'Linux; waits at most 5 s to be let in'
  },
  handled500: {
    link: '#handled500',
    isOn: false,
    leaves: 'an error that a web framework answers with status 500',
    limits: 'five of a kind a day; a line of set-up for some'
  },
  blockedLoop: {
    link: '#blockedloop',
    isOn: false,
    leaves: 'an event loop that is stuck',
    limits: 'Linux; a dump for each stack and hour'
  },
  memoryLimit: {
    link: '#memorylimit',
    isOn: false,
    leaves: 'a container whose memory is nearly used up',
    limits: 'Linux; limits of groups that the process sees'
  }
}

/** @param {string} version as v22.23.3 */
const major = version => version.slice(1).split('.')[0]

function main () {
  if (process.argv.includes('--run')) run()
  const text = fs.readFileSync(DOCUMENT, 'utf8')
  const begin = text.indexOf(BEGIN) + BEGIN.length
  fs.writeFileSync(DOCUMENT, text.slice(0, begin) + table() + text.slice(text.indexOf(END)))
}

/** Kills the service on each Node.js. */
function run () {
  fs.rmSync(RESULTS, { force: true })
  for (const major of Object.keys(MATRIX)) {
    const node = matrixNode(major)
    const env = { ...process.env, CRASH_COLLECTOR_TEST_NODE: node, CRASH_COLLECTOR_KILL_RESULTS: RESULTS }
    if (tap(['--reporter=terse', ...TESTS], node, env) !== 0) throw new Error(`the test failed on Node.js ${major}`)
  }
}

/** @returns {string} the table, in parts that fit a page, from what is committed */
function table () {
  const lines = fs.readFileSync(RESULTS, 'utf8').trim().split('\n')
  const results = lines.map(line => /** @type {Result} */ (JSON.parse(line)))
  const costs = idleCosts()
  /** @type {(title: string, cell: (trigger: string, row: Row) => string) => string[]} */
  const column = (title, cell) => [title, ...Object.entries(ROWS).map(([trigger, row]) => cell(trigger, row))]
  const of = (/** @type {string} */ trigger) => results.filter(each => each.trigger === trigger)
  return tables(
    [column('trigger', (trigger, { link }) => (link === '' ? `\`${trigger}\`` : `[\`${trigger}\`](${link})`))],
    [
      [
        column('by default', (_, { isOn }) => (isOn ? 'on' : 'off')),
        column('leaves a dump of', (_, { leaves }) => leaves)
      ],
      [
        column('the dump holds', trigger =>
          CONTENTS.filter(content => of(trigger).some(({ holds }) => holds.includes(content))).join(', '))
      ],
      [
        column('limits', (_, { limits }) => limits),
        column('Node.js', trigger => [...new Set(of(trigger).map(({ node }) => major(node)))].sort().join(', '))
      ],
      [column('costs a process that lives', trigger => costs.get(trigger) ?? '')]
    ]
  )
}

/** @returns {Map<string, string>} by trigger: what it costs more than `api`, which waits for nothing */
function idleCosts () {
  const runs = lastOfEach(latest(readAllRows(), 'triggers').runs)
  /**
   * @param {string} trigger
   * @param {string} metric
   * @param {string} [scenario] the one in which the trigger was measured
   */
  const own = (trigger, metric, scenario) =>
    runs.filter(
      run =>
        run.configuration === `only-${trigger}` &&
        metric in run.metrics &&
        (scenario === undefined || run.scenario === scenario)
    )
  /** @type {Map<string, string>} */
  const costs = new Map([['api', 'nothing runs']])
  for (const trigger of Object.keys(ROWS).filter(each => each !== 'api')) {
    const more = (/** @type {string} */ metric) => {
      const measured = own(trigger, metric)
      const base = own('api', metric, measured.at(-1)?.scenario)
      return estimate(perRound(valuesByRound(base, metric), valuesByRound(measured, metric), 'difference'))
    }
    const [start, idle, threads] = ['wallMs', 'idleCpuPercent', 'threads'].map(more)
    if (idle.count === 0) continue
    const parts = [`idle ${interval(idle, 2)} % of a core`]
    if (start.count >= FEWEST_ROUNDS) parts.push(`start ${interval(start, 1)} ms`)
    if (threads.median > 0) parts.push('a thread that sleeps')
    costs.set(trigger, parts.join(', '))
  }
  return costs
}

if (require.main === module) main()

module.exports = { BEGIN, DOCUMENT, END, ROWS, table }

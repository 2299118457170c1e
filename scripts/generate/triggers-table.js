'use strict'
// npm run triggers-table [-- --run]: makes the table of docs/triggers.md. What dumps hold comes from
// test/results/kills.jsonl, the results of some tests on each Node.js of the matrix; --run makes them anew.

const fs = require('node:fs')
const path = require('node:path')
const { grouped } = require('../../benchmarks/lab/grouped')
const { markdown } = require('../../benchmarks/lab/report/table')
const { SETTINGS } = require('../../packages/shared/config/settings')
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
 */

/** @type {Record<string, string>} the page or heading that a trigger has; missing: the choice says all */
const LINKS = {
  caught: '#caught',
  outOfMemory: '#outofmemory',
  testFailure: '#testfailure',
  request: '#request',
  unsettledTopLevelAwait: '#unsettledtoplevelawait',
  api: 'api.md',
  exit: '#exit',
  signal: '#signal',
  terminated: '#terminated',
  handled500: '#handled500',
  blockedLoop: '#blockedloop',
  memoryLimit: '#memorylimit'
}

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

/** @returns {Result[]} what is committed */
function readResults () {
  return fs.readFileSync(RESULTS, 'utf8').trim().split('\n').map(line => JSON.parse(line))
}

/** @returns {string} Markdown */
function table () {
  const results = readResults()
  const isOn = /** @type {string[]} */ (SETTINGS.triggers.value)
  const off = Object.keys(byTrigger(results)).filter(trigger => !isOn.includes(trigger))
  const rows = [...isOn, ...off].map(trigger => {
    const held = CONTENTS.filter(content => byTrigger(results)[trigger]?.some(({ holds }) => holds.includes(content)))
    const name = LINKS[trigger] === undefined ? `\`${trigger}\`` : `[\`${trigger}\`](${LINKS[trigger]})`
    return [name, isOn.includes(trigger) ? 'on' : 'off', held.join(', ')]
  })
  return markdown(['trigger', 'by default', 'the dump holds'], rows)
}

/** @param {Result[]} results @returns {Record<string, Result[]>} */
function byTrigger (results) {
  return Object.fromEntries(grouped(results, ({ trigger }) => trigger))
}

if (require.main === module) main()

module.exports = { BEGIN, DOCUMENT, END, readResults, table }

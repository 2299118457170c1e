'use strict'
// npm run reproduce:corpus [-- --only <text> --jobs 2 --rows <file> --write]: crashes the programs of the tests, lets
// `crash-collector reproduce --check` make a test of each dump, and counts how many fail with the same error at the
// same line. `--write` puts the result into docs/reproduce.md.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { dumpsIn } = require('../../benchmarks/lab/process/dumps')
const { PATIENT, ROOT, reproduceDump, runNode } = require('./run-program')

const PAGE = path.join(ROOT, 'docs/reproduce.md')
const PROGRAM_MS = 30_000

/** What became of a program, in the order of the table. @type {[outcome: string, words: string][]} */
const OUTCOMES = [
  ['reproduced', 'the same error at the same line'],
  ['byStub', 'the same, thrown by a stand-in for what was called'],
  ['sameError', 'the same error; its stack has no line of the application in either'],
  ['sameValue', 'the same value, which is not an error and has no line'],
  ['notProven', 'the same error, but the code used private members that are left out'],
  ['otherLine', 'the same error at another line'],
  ['otherError', 'another error'],
  ['noError', 'the test passes'],
  ['noEnd', 'the test does not end'],
  ['notLoaded', 'the test cannot be loaded'],
  ['noTest', 'no function to call: none was running, or none was captured']
]

/** The fixtures that mark the line of their crash, and crashes as they happen to people. */
const CORPORA = [
  { title: 'fixtures', folder: 'test/fixtures/crashes', marker: /\/\/ CRASH\b/ },
  { title: 'real crashes', folder: 'test/fixtures/headlines', marker: /\/\/ HEADLINE / }
]

/** @typedef {{ program: string, outcome: string, detail?: string }} Row */

/**
 * @param {string} program
 * @returns {Promise<Row>}
 */
async function reproduce (program) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'reproduce-'))
  try {
    const [cwd, dumps, out] = ['run', 'dumps', 'tests'].map(name => path.join(home, name))
    fs.mkdirSync(cwd)
    fs.mkdirSync(out)
    // The tests find the packages that the programs use.
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(home, 'node_modules'))
    const env = { ...PATIENT, CRASH_COLLECTOR_DIR: dumps, HOME: home }
    await runNode(['--require', ROOT, path.join(ROOT, program)], { cwd, env, timeoutMs: PROGRAM_MS })
    const [dump] = dumpsIn(dumps).sort()
    if (dump === undefined) return { program, outcome: 'noDump' }
    const { outcome, detail } = await reproduceDump(dump, { cwd, out, env: { HOME: home } })
    return { program, outcome, ...(detail !== undefined && { detail }) }
  } finally {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * @param {string} folder
 * @param {RegExp} marker
 * @returns {string[]}
 */
function programsIn (folder, marker) {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.[cm]?js$/.test(name) && marker.test(fs.readFileSync(path.join(ROOT, folder, name), 'utf8')))
    .map(name => path.join(folder, name))
    .sort()
}

/**
 * @param {string[]} programs
 * @param {{ jobs: number, rowsFile: string|undefined }} options
 * @returns {Promise<Row[]>} the programs that left a dump of an error
 */
async function rowsOf (programs, { jobs, rowsFile }) {
  /** @type {Row[]} */
  const rows = []
  const queue = [...programs]
  const work = async () => {
    for (let program = queue.shift(); program !== undefined; program = queue.shift()) {
      const row = await reproduce(program)
      if (rowsFile !== undefined) fs.appendFileSync(rowsFile, `${JSON.stringify(row)}\n`)
      if (row.outcome !== 'noDump') rows.push(row)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return rows
}

/** @param {Row[][]} all the rows of each corpus */
function tableOf (all) {
  const cell = (/** @type {Row[]} */ rows, /** @type {string} */ wanted) =>
    String(rows.filter(({ outcome }) => outcome === wanted).length)
  return [
    `| Node.js ${process.version} | ${CORPORA.map(({ title }) => title).join(' | ')} |`,
    '| --- | --- | --- |',
    ...OUTCOMES.map(([outcome, words]) => `| ${words} | ${all.map(rows => cell(rows, outcome)).join(' | ')} |`),
    `| all | ${all.map(rows => rows.length).join(' | ')} |`
  ].join('\n')
}

async function main () {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: '2' },
      rows: { type: 'string' },
      write: { type: 'boolean' }
    }
  })
  /** @type {Row[][]} */
  const all = []
  for (const { folder, marker } of CORPORA) {
    const programs = programsIn(folder, marker).filter(name => name.includes(values.only))
    all.push(await rowsOf(programs, { jobs: Number(values.jobs), rowsFile: values.rows }))
  }
  const table = tableOf(all)
  console.log(table)
  if (values.write === true) {
    const text = fs.readFileSync(PAGE, 'utf8')
    fs.writeFileSync(PAGE, text.replace(/\| Node\.js v[^]*?\n(?=\n|$)/, `${table}\n`))
  }
}

main()

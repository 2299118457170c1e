'use strict'
// npm run yardstick -- [--crashjs <folder>] [--secbench <folder>] [--bugsjs <folder>] [--only <text>] [--minutes 5]
//     [--jobs 2] [--rows <file>] [--work <folder>] [--again] [--table]
//
// Runs the crashes of public corpora, and counts what their dumps are good for (docs/development/yardstick.md). A
// corpus lies beside the checkout; nothing of it is kept here but one row for each crash. What is not done after the
// minutes is done by the next run: rows that are there stand, unless `--again` replaces them, and so
// does what was installed into the folder for work. `--table` runs nothing.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')

const { environment } = require('../environment')
const { ROOT } = require('../run-program')
const { bugsOf, measureBug } = require('./bugs-js')
const { crashesOf } = require('./crashjs')
const { measureCrash } = require('./measure-crash')
const { expressionsOf, measureExpression } = require('./redos')
const { tablesOf } = require('./tables')

const { values } = parseArgs({
  options: {
    bugsjs: { type: 'string' },
    crashjs: { type: 'string' },
    secbench: { type: 'string' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '5' },
    jobs: { type: 'string', default: '2' },
    rows: { type: 'string', default: path.join(ROOT, 'test/results/yardstick.jsonl') },
    work: { type: 'string', default: path.join(os.tmpdir(), 'crash-collector-yardstick') },
    again: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false }
  }
})

/**
 * A corpus: how its cases are listed, and how one is measured.
 * @typedef {object} Corpus
 * @property {'bugsjs'|'crashjs'|'secbench'} option
 * @property {(folder: string) => { part: string, name: string }[]} list
 * @property {(one: any, work: string) => Promise<{ part: string, name: string }>} measure
 */

/** @type {Corpus[]} */
const CORPORA = [
  { option: 'crashjs', list: crashesOf, measure: measureCrash },
  { option: 'secbench', list: expressionsOf, measure: measureExpression },
  { option: 'bugsjs', list: bugsOf, measure: measureBug }
]

/** @param {{ part: string, name: string }} one */
const keyOf = ({ part, name }) => `${part}/${name}`

/** @returns {Map<string, any>} the rows that are there */
function storedRows () {
  const lines = fs.existsSync(values.rows) ? fs.readFileSync(values.rows, 'utf8').split('\n') : []
  return new Map(lines.filter(line => line !== '').map(line => JSON.parse(line)).map(row => [keyOf(row), row]))
}

/** @param {Map<string, any>} rows */
function store (rows) {
  const sorted = [...rows].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
  fs.writeFileSync(values.rows, sorted.map(([, row]) => `${JSON.stringify(row)}\n`).join(''))
}

async function main () {
  const rows = storedRows()
  const { commit, node } = environment()
  const isStored = new Set(values.again ? [] : rows.keys())
  const queue = CORPORA.flatMap(({ option, list, measure }) => {
    const folder = values.table ? undefined : values[option]
    return folder === undefined ? [] : list(path.resolve(folder)).map(one => ({ one, measure }))
  }).filter(({ one }) => keyOf(one).includes(values.only) && !isStored.has(keyOf(one)))
  const end = performance.now() + Number(values.minutes) * 60_000
  const work = async () => {
    while (performance.now() < end) {
      const next = queue.shift()
      if (next === undefined) return
      const folder = path.join(values.work, next.one.part)
      fs.mkdirSync(folder, { recursive: true })
      const row = await next.measure(next.one, folder)
      rows.set(keyOf(row), { ...row, node, commit, date: new Date().toISOString() })
      store(rows)
      if (queue.length % 20 === 0) console.error(`${queue.length} to go`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  console.log(tablesOf([...rows.values()]))
  if (queue.length > 0) console.log(`${queue.length} were not run: start it again`)
}

main()

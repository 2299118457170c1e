'use strict'
// npm run fleet:engines: asks DuckDB, ClickHouse and Spark the same ten questions over the same Parquet files of 1,000,
// 10,000, 100,000 and 1,000,000 crashes, and says whether the answers are the same. The crashes are copies of those of
// 1,000 dumps that are made from real ones. Needs `pip install chdb pyspark` for the Python that PYTHON names, or
// python3, and Java for Spark.
//
//   npm run fleet:engines -- [--crashes <number>…] [--rounds 2] [--rows <file>] [--dir <directory>] [--make]
//
// --dir keeps what was made, for further runs; --make only makes it.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { parseArgs } = require('node:util')

const { TABLES } = require('../../../packages/fleet/tables/schema')
const { environment } = require('../environment')
const { makeDumps } = require('../synthetic-dumps')
const { connect } = require('./duckdb')
const { multiply, sizeOf } = require('./multiply')
const { QUESTIONS } = require('./questions')

const ROOT = path.join(__dirname, '..', '..', '..')
const CLI = path.join(ROOT, 'bin/crash-collector.js')
const PYTHON = process.env.PYTHON ?? 'python3'
const DUMPS = 1000
const BYTES = 20_000

/** @typedef {{ name: string, ms: number[], rows: unknown[][] }} Answer */

/** @type {Record<string, string[]>} */
const ENGINES = {
  duckdb: [process.execPath, path.join(__dirname, 'duckdb.js')],
  clickhouse: [PYTHON, path.join(__dirname, 'chdb_answers.py')],
  spark: [PYTHON, path.join(__dirname, 'spark_answers.py')]
}

/**
 * @param {string} engine
 * @param {string} directory
 * @param {number} rounds
 * @returns {Answer[]}
 */
function ask (engine, directory, rounds) {
  const input = JSON.stringify({ directory, tables: Object.keys(TABLES), questions: QUESTIONS, rounds })
  const [program, ...args] = ENGINES[engine]
  const run = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (run.status !== 0) throw new Error(`${engine} did not answer\n${run.stderr.slice(-3000)}`)
  return JSON.parse(run.stdout)
}

/**
 * @param {string} dumps directory
 * @returns {Answer[]} from the index of the dumps themselves
 */
function askIndex (dumps) {
  return QUESTIONS.map(({ name, sql }) => {
    const start = performance.now()
    const run = spawnSync(process.execPath, [CLI, 'sql', sql, '--json', '--dir', dumps], { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(run.stderr)
    const ms = [Math.round(performance.now() - start)]
    return { name, ms, rows: JSON.parse(run.stdout).map((/** @type {object} */ row) => Object.values(row)) }
  })
}

/**
 * The engines write numbers and times of the same value in different ways.
 * @param {unknown} cell
 */
function normal (cell) {
  if (typeof cell !== 'string') return cell
  if (/^-?\d{1,15}$/.test(cell)) return Number(cell)
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell
}

/** @param {unknown[][]} rows */
const textOf = rows => rows.map(row => JSON.stringify(row.map(normal))).sort().join('\n')

/**
 * @param {string} directory that is kept, or is new
 * @returns {{ dumps: string, tables: string }} directories of 1,000 dumps, and of their tables as Parquet
 */
function makeBase (directory) {
  const dumps = path.join(directory, 'dumps')
  const tables = path.join(directory, 'tables')
  if (!fs.existsSync(tables)) {
    const run = spawnSync(process.execPath, [CLI, 'sql', '--parquet', tables, '--dir', dumps], { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(run.stderr)
  }
  return { dumps, tables }
}

/**
 * @param {string} tables
 * @param {string} into
 * @param {number} copies
 */
async function makeCopies (tables, into, copies) {
  if (fs.existsSync(into)) return
  const connection = await connect(tables, Object.keys(TABLES))
  await multiply(connection, `${into}.new`, copies)
  connection.closeSync()
  fs.renameSync(`${into}.new`, into)
}

/**
 * @param {string} directory
 * @returns {Promise<Record<string, number>>} by table
 */
async function countRows (directory) {
  const connection = await connect(directory, Object.keys(TABLES))
  /** @type {Record<string, number>} */
  const rows = {}
  for (const table of Object.keys(TABLES)) {
    rows[table] = Number((await connection.runAndReadAll(`select count(*) from ${table}`)).getRows()[0][0])
  }
  connection.closeSync()
  return rows
}

async function main () {
  const { values } = parseArgs({
    options: {
      crashes: { type: 'string', multiple: true, default: ['1000', '10000', '100000', '1000000'] },
      rounds: { type: 'string', default: '2' },
      rows: { type: 'string', default: path.join(ROOT, 'benchmarks/results/fleet-engines.jsonl') },
      dir: { type: 'string' },
      make: { type: 'boolean', default: false }
    }
  })
  const directory = path.resolve(values.dir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-engines-')))
  const add = (/** @type {object} */ row) => {
    fs.appendFileSync(values.rows, JSON.stringify(row) + '\n')
    console.log(JSON.stringify(row))
  }
  try {
    await makeDumps(directory, DUMPS, BYTES)
    const { dumps, tables } = makeBase(directory)
    if (!values.make) add(environment())
    for (const crashes of values.crashes.map(Number)) {
      const into = path.join(directory, `crashes-${crashes}`)
      const start = performance.now()
      await makeCopies(tables, into, crashes / DUMPS)
      if (values.make) {
        console.log(crashes, Math.round(performance.now() - start), sizeOf(into))
        continue
      }
      add({ what: 'tables', crashes, ...sizeOf(into), rows: await countRows(into) })
      const expected = ask('duckdb', into, Number(values.rounds))
      for (const engine of Object.keys(ENGINES)) {
        const answers = engine === 'duckdb' ? expected : ask(engine, into, Number(values.rounds))
        for (const [i, { name, ms, rows }] of answers.entries()) {
          const isSame = textOf(rows) === textOf(expected[i].rows)
          if (!isSame) process.exitCode = 1
          add({ what: 'question', crashes, engine, name, rows: rows.length, isSame, ms })
        }
      }
      if (values.dir === undefined) fs.rmSync(into, { recursive: true })
    }
    if (values.make) return
    const expected = ask('duckdb', tables, 1)
    for (const [i, { name, ms, rows }] of askIndex(dumps).entries()) {
      const isSame = textOf(rows) === textOf(expected[i].rows)
      if (!isSame) process.exitCode = 1
      add({ what: 'question', crashes: DUMPS, engine: 'index', name, rows: rows.length, isSame, ms })
    }
  } finally {
    if (values.dir === undefined) fs.rmSync(directory, { recursive: true, force: true })
  }
}

main()

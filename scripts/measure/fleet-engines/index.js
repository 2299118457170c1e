'use strict'
// npm run fleet:engines -- <directory of sql --parquet> [copies]: asks DuckDB and ClickHouse the same ten questions
// over the same Parquet files, and says whether the answers are the same. With `copies` it first makes so many times
// the crashes of them, each copy with ids, times and hosts of its own. ClickHouse is the package chdb of PyPI
// (`pip install chdb`) for the Python that PYTHON names, or python3.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { DuckDBInstance, JsonDuckDBValueConverter } = require('@duckdb/node-api')

const { TABLES } = require('../../../lib/inspect/tables/schema')
const { literal } = require('../../../packages/fleet/database')
const { QUESTIONS } = require('./questions')

/** @typedef {{ name: string, ms: number, rows: unknown[][] }} Answer */

/**
 * @param {string} directory
 * @returns {Promise<import('@duckdb/node-api').DuckDBConnection>}
 */
async function connect (directory) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  for (const table of Object.keys(TABLES)) {
    const files = literal(path.join(directory, table, '**', '*.parquet'))
    await connection.run(`create view ${table} as select * from read_parquet(${files}, hive_partitioning = true)`)
  }
  return connection
}

/**
 * @param {string} directory
 * @returns {Promise<Answer[]>}
 */
async function askDuckDB (directory) {
  const connection = await connect(directory)
  const answers = []
  for (const { name, sql } of QUESTIONS) {
    const start = performance.now()
    const result = await connection.runAndReadAll(sql)
    const ms = Math.round((performance.now() - start) * 10) / 10
    answers.push({ name, ms, rows: result.convertRows(JsonDuckDBValueConverter) })
  }
  connection.closeSync()
  return answers
}

/**
 * @param {string} directory
 * @returns {Answer[]}
 */
function askClickHouse (directory) {
  const input = JSON.stringify({ directory, tables: Object.keys(TABLES), questions: QUESTIONS })
  const script = path.join(__dirname, 'chdb_answers.py')
  const run = spawnSync(process.env.PYTHON ?? 'python3', [script], { input, encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (run.status !== 0) throw new Error(`ClickHouse did not answer; is chdb installed?\n${run.stderr}`)
  return JSON.parse(run.stdout)
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
const textOf = rows => JSON.stringify(rows.map(row => row.map(normal)))

/**
 * @param {string} directory
 * @param {number} copies
 * @returns {Promise<string>} a new directory
 */
async function multiply (directory, copies) {
  const into = fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-'))
  const connection = await connect(directory)
  for (const [table, columns] of Object.entries(TABLES)) {
    const id = Object.keys(columns)[0]
    const changed = [
      `${id} + copy * 4503599627370496 as ${id}`,
      ...(table === 'crashes' ? ['time + to_minutes(copy) as time', "host || '-' || copy as host"] : [])
    ]
    const select = `select * replace (${changed.join(', ')}) from ${table}, range(${copies}) r(copy)`
    await connection.run(
      `copy (select * exclude (copy) from (${select})) to ${literal(path.join(into, table))}
       (format parquet, partition_by (day, service))`
    )
  }
  connection.closeSync()
  return into
}

async function main () {
  const [given, copies = '1'] = process.argv.slice(2)
  if (given === undefined) throw new Error('which directory? crash-collector sql --parquet <directory> makes one')
  const isOwn = copies !== '1'
  const directory = isOwn ? await multiply(given, Number(copies)) : path.resolve(given)
  try {
    const ofDuckDB = await askDuckDB(directory)
    const ofClickHouse = askClickHouse(directory)
    for (const [i, { name, ms, rows }] of ofDuckDB.entries()) {
      const other = ofClickHouse[i]
      const isSame = textOf(rows) === textOf(other.rows)
      if (!isSame) process.exitCode = 1
      console.log(JSON.stringify({ name, rows: rows.length, isSame, duckdbMs: ms, clickhouseMs: other.ms }))
    }
  } finally {
    if (isOwn) fs.rmSync(directory, { recursive: true, force: true })
  }
}

main()

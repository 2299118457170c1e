'use strict'
// Asks DuckDB as crash-collector-fleet embeds it, over Parquet files. Like the other engines' programs it reads
// { directory, tables, questions, rounds } as JSON from stdin, and prints a list of { name, ms, rows }.

const fs = require('node:fs')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { DuckDBInstance, JsonDuckDBValueConverter } = require('@duckdb/node-api')

const { literal } = require('../../../packages/fleet/database')

/**
 * @param {string} directory of `sql --parquet`
 * @param {string[]} tables
 * @returns {Promise<import('@duckdb/node-api').DuckDBConnection>} with a view of each table
 */
async function connect (directory, tables) {
  const temporary = path.join(directory, '.temporary')
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '2GB', temp_directory: temporary })
  const connection = await instance.connect()
  await connection.run('set preserve_insertion_order = false')
  for (const table of tables) {
    const files = literal(path.join(directory, table, '**', '*.parquet'))
    await connection.run(`create view ${table} as select * from read_parquet(${files}, hive_partitioning = true)`)
  }
  return connection
}

async function main () {
  const { directory, tables, questions, rounds } = JSON.parse(fs.readFileSync(0, 'utf8'))
  const connection = await connect(directory, tables)
  const answers = []
  for (const { name, sql } of questions) {
    const ms = []
    let rows
    for (let i = 0; i < rounds; i++) {
      const start = performance.now()
      rows = (await connection.runAndReadAll(sql)).convertRows(JsonDuckDBValueConverter)
      ms.push(Math.round((performance.now() - start) * 10) / 10)
    }
    answers.push({ name, ms, rows })
  }
  connection.closeSync()
  console.log(JSON.stringify(answers))
}

if (require.main === module) main()

module.exports = { connect }

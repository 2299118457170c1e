'use strict'
// Answers questions in SQL to all dumps of a directory. `crash-collector sql` starts it and gives it what it needs.

const fs = require('node:fs')
const path = require('node:path')
const { JsonDuckDBValueConverter, StatementType } = require('@duckdb/node-api')

const { isDamage, literal, messageOf } = require('./database')
const { createIndex, openIndex } = require('./index-file')
const { printCsv, printJson, printTable } = require('./print')
const { VIEWS } = require('./views')

/** @typedef {import('./database').Database} Database */
/** @typedef {import('./types').DumpFile} DumpFile */
/** @typedef {import('./types').Source} Source */

/**
 * @typedef {object} Question
 * @property {string} directory
 * @property {string} sql
 * @property {'table' | 'json' | 'csv'} format
 */

/**
 * Prints the answer to a question.
 * @param {Source} source
 * @param {Question} question
 */
async function ask (source, { directory, sql, format }) {
  await withDatabase(source, directory, null, async database => {
    const statement = await prepare(source, database, sql)
    const result = await statement.stream()
    const answer = {
      names: result.deduplicatedColumnNames(),
      types: result.columnTypes().map(String),
      rows: result.yieldConvertedRows(JsonDuckDBValueConverter)
    }
    if (format === 'json') await printJson(source, answer)
    else if (format === 'csv') await printCsv(source, answer)
    else await printTable(source, answer)
  })
}

/**
 * Writes the answer to a question into a Parquet file.
 * @param {Source} source
 * @param {{ directory: string, sql: string, file: string }} question
 */
async function writeAnswer (source, { directory, sql, file }) {
  const output = newPath(source, file)
  await withDatabase(source, directory, output, async database => {
    await prepare(source, database, sql)
    await database.connection.run(`create temp view answer as ${questionOf(source, sql)}`)
    await database.connection.run(`copy answer to ${literal(output)} (format parquet, use_tmp_file false)`)
  })
}

/** Engines differ in how they read a folder that stands for NULL. */
const DAY = "coalesce(c.day, date '1970-01-01')"
const PARTITIONS = `${DAY} as day, coalesce(c.service, 'unknown') as service`

/**
 * Writes all tables as Parquet, by day and service, as other engines read them. DuckDB keeps a buffer for each file
 * that a statement writes, so a statement for all days would take too much memory.
 * @param {Source} source
 * @param {{ directory: string, into: string }} question
 */
async function writeTables (source, { directory, into }) {
  const output = newPath(source, into)
  await withDatabase(source, directory, output, async ({ connection }) => {
    fs.mkdirSync(output, { mode: 0o700 })
    const days = await connection.runAndReadAll(`select distinct ${DAY}::varchar from crashes c`)
    for (const [table, columns] of Object.entries(source.tables)) {
      const select = table === 'crashes'
        ? `select * replace (${PARTITIONS}) from crashes c`
        : `select t.*, ${PARTITIONS} from ${table} t join crashes c on c.id = t.${Object.keys(columns)[0]}`
      for (const [day] of days.getRows()) {
        await connection.run(
          `copy (${select} where ${DAY} = ${literal(String(day))}) to ${literal(path.join(output, table))}
           (format parquet, partition_by (day, service), overwrite_or_ignore, filename_pattern 'crashes-{uuid}')`
        )
      }
    }
  })
  const schema = { schemaVersion: source.schemaVersion, partitionedBy: ['day', 'service'], tables: source.tables }
  fs.writeFileSync(path.join(output, 'schema.json'), JSON.stringify(schema, null, 2) + '\n', { mode: 0o600 })
}

/**
 * @param {Source} source
 * @param {string} name
 * @returns {string} absolute path
 */
function newPath (source, name) {
  const file = path.resolve(name)
  if (fs.existsSync(file)) throw source.error('FILE_EXISTS', `${name} exists already`, 'name another one')
  if (!fs.existsSync(path.dirname(file))) {
    throw source.error('DIRECTORY_MISSING', `there is no directory ${path.dirname(name)}`, 'make it first')
  }
  return file
}

/**
 * @param {Source} source
 * @param {string} directory
 * @param {string | null} output path that may be written
 * @param {(database: Database) => Promise<void>} use
 */
async function withDatabase (source, directory, output, use) {
  const umask = process.umask(0o077) // the index holds what the dumps hold
  try {
    for (let isAgain = false; ; isAgain = true) {
      const database = await openIndex(source, directory)
      try {
        await database.lock(output)
        return await use(database)
      } catch (error) {
        if (isAgain || !isDamage(error)) throw explained(source, error)
        await createIndex(source, directory)
      } finally {
        database.close()
      }
    }
  } finally {
    process.umask(umask)
  }
}

/**
 * @param {Source} source
 * @param {string} sql a question, or the name of a view or a table alone
 */
function questionOf (source, sql) {
  const name = sql.trim()
  return Object.hasOwn(source.tables, name) || VIEWS.some(view => view.name === name) ? `from ${sql}` : sql
}

/** A question is one of these. Neither changes anything. */
const ALLOWED = new Set([StatementType.SELECT, StatementType.EXPLAIN])

/**
 * @param {Source} source
 * @param {Database} database
 * @param {string} sql
 */
async function prepare (source, { connection }, sql) {
  const statements = await connection.extractStatements(questionOf(source, sql))
  if (statements.count !== 1) throw source.error('NOT_A_QUESTION', 'sql takes one statement', 'a SELECT')
  const statement = await statements.prepare(0)
  if (!ALLOWED.has(statement.statementType)) {
    const type = StatementType[statement.statementType]
    throw source.error('NOT_A_QUESTION', `sql takes a SELECT, not ${type}`, 'it changes nothing and reads no files')
  }
  return statement
}

/**
 * @param {Source} source
 * @param {unknown} error
 * @returns {unknown}
 */
function explained (source, error) {
  // DuckDB's errors have no class of their own, but each begins with its kind, before which its driver may say what it
  // did.
  const [, kind, text] = /^(?:Failed to [\w ]+: )?([A-Z][\w ]*?) Error: ([^]*)$/.exec(messageOf(error)) ?? []
  if (kind === undefined) return error
  const [what, ...more] = text.split('\n').map(line => line.trim()).filter(line => line !== '')
  const hint = more.find(line => /^(?:did you mean|candidate)/i.test(line))
  return source.error('SQL_FAILED', `${kind} Error: ${what}`, hint)
}

module.exports = { VIEWS, ask, writeAnswer, writeTables }

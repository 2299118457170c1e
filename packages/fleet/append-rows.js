'use strict'
// Appends rows to the tables of an open database.

const {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBTimestampValue,
  INTEGER,
  TIMESTAMP,
  VARCHAR
} = require('@duckdb/node-api')

/** @typedef {string | number | boolean | null} Cell */

/** The number of rows that a chunk of DuckDB holds. */
const CHUNK = 2048
const MAX_INTEGER = 2 ** 31 - 1

/** @type {Record<string, { type: import('@duckdb/node-api').DuckDBType, convert: (value: any) => any }>} */
const TYPES = {
  BIGINT: { type: BIGINT, convert: value => (Number.isSafeInteger(value) ? BigInt(value) : null) },
  INTEGER: { type: INTEGER, convert: value => (isInteger(value) ? value : null) },
  DOUBLE: { type: DOUBLE, convert: value => (typeof value === 'number' ? value : null) },
  BOOLEAN: { type: BOOLEAN, convert: value => value === true },
  // DuckDB takes valid Unicode; a text of a dump may hold half a character.
  VARCHAR: { type: VARCHAR, convert: value => toWellFormed(String(value)) },
  TIMESTAMP: { type: TIMESTAMP, convert: timestamp },
  DATE: { type: DATE, convert: value => (Number.isInteger(value) ? new DuckDBDateValue(value) : null) }
}

/** @param {unknown} value */
function isInteger (value) {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER
}

/** The last millisecond of the year 9999. */
const MAX_TIME_MS = 253_402_300_799_999

/** @param {number} ms */
function timestamp (ms) {
  if (!Number.isFinite(ms) || Math.abs(ms) > MAX_TIME_MS) return null
  return new DuckDBTimestampValue(BigInt(Math.trunc(ms)) * 1000n)
}

/** @param {string} text */
function toWellFormed (text) {
  return /** @type {any} */ (text).toWellFormed()
}

/**
 * @param {import('@duckdb/node-api').DuckDBConnection} connection
 * @param {Record<string, Record<string, string>>} tables types of columns by table
 * @param {Record<string, Cell[][]>} rows columns by table
 */
async function appendRows (connection, tables, rows) {
  for (const [table, columns] of Object.entries(rows)) {
    const types = Object.values(tables[table]).map(type => TYPES[type])
    const count = columns[0].length
    if (count === 0) continue
    const appender = await connection.createAppender(table)
    for (let at = 0; at < count; at += CHUNK) {
      const chunk = DuckDBDataChunk.create(types.map(({ type }) => type))
      chunk.setColumns(
        columns.map((cells, i) => {
          const { convert } = types[i]
          return cells.slice(at, at + CHUNK).map(cell => (cell === null ? null : convert(cell)))
        })
      )
      appender.appendDataChunk(chunk)
    }
    appender.closeSync()
  }
}

module.exports = { appendRows }

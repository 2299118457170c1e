'use strict'
// Makes the tables of many crashes, as Parquet, from those of `sql --parquet`: copies of the crashes, each with its own
// id, time, host and kind, and with values that differ. A day is written at a time, so that memory stays bounded.

const fs = require('node:fs')
const path = require('node:path')

const { TABLES } = require('../../../packages/fleet/tables/schema')
const { literal } = require('../../../packages/fleet/database')

/** @typedef {import('@duckdb/node-api').DuckDBConnection} Connection */

/** Ids have 52 bits, so those of copies differ. */
const ID_STEP = 2 ** 52
/** BIGINT holds no more ids. */
const MAX_COPIES = 2047

/** What differs in a copy, by table. A copy stays in the day and service of its original. */
const CHANGED = {
  crashes: [
    'day + to_seconds((epoch(time)::bigint + copy * 37) % 86400) as time',
    "host || '-' || copy % 20 as host",
    'substr(md5(fingerprint || copy % 10), 1, 12) as fingerprint'
  ],
  variables: [
    'number + copy % 1000 as number',
    `case when type = 'number' then (number + copy % 1000)::varchar
      when regexp_matches(text, '-[0-9]+$') then text || copy % 50 else text end as text`
  ]
}

/**
 * What a million crashes have, because all values of all frames would take a hundred gigabytes: the values of the
 * throwing frame, and the three innermost frames.
 */
const KEPT = { variables: 'frame = 0', frames: 'error = 0 and frame < 3' }

/**
 * @param {Connection} connection that has the tables as views
 * @param {string} into a new directory
 * @param {number} copies
 */
async function multiply (connection, into, copies) {
  if (copies > MAX_COPIES) throw new Error(`at most ${MAX_COPIES} copies`)
  const days = (await connection.runAndReadAll('select distinct day::varchar from crashes order by 1')).getRows()
  fs.mkdirSync(into)
  for (const [table, columns] of Object.entries(TABLES)) {
    const id = Object.keys(columns)[0]
    const changed = [`${id} + copy * ${ID_STEP} as ${id}`, ...(/** @type {any} */ (CHANGED)[table] ?? [])]
    const condition = /** @type {any} */ (KEPT)[table] ?? 'true'
    for (const [day] of days) {
      await connection.run(`
        copy (
          select * exclude (copy) replace (${changed.join(', ')})
          from (from ${table} where day = ${literal(String(day))} and ${condition}), range(${copies}) r(copy)
        ) to ${literal(path.join(into, table))}
        (format parquet, partition_by (day, service), overwrite_or_ignore, filename_pattern 'crashes-{uuid}')`)
    }
  }
}

/**
 * @param {string} directory
 * @returns {{ files: number, bytes: number }}
 */
function sizeOf (directory) {
  let files = 0
  let bytes = 0
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    files++
    bytes += fs.statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size
  }
  return { files, bytes }
}

module.exports = { multiply, sizeOf }

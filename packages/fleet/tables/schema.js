'use strict'
// Defines the tables that many dumps make together (docs/fleet.md), in types of SQL.

/**
 * Version of the tables. A new one for each change of a name, a type or a meaning; a column that is added at the end of
 * a table is none.
 */
const SCHEMA_VERSION = 1

/** @typedef {'BIGINT' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN' | 'VARCHAR' | 'TIMESTAMP' | 'DATE'} ColumnType */

/**
 * Columns by table, in their order. A TIMESTAMP is in UTC. `crash` is `crashes.id`.
 * @type {Readonly<Record<'crashes' | 'frames' | 'variables' | 'tasks' | 'process', Record<string, ColumnType>>>}
 */
const TABLES = Object.freeze({
  crashes: {
    id: 'BIGINT',
    file: 'VARCHAR',
    state: 'VARCHAR',
    problem: 'VARCHAR',
    time: 'TIMESTAMP',
    day: 'DATE',
    service: 'VARCHAR',
    release: 'VARCHAR',
    host: 'VARCHAR',
    pid: 'INTEGER',
    thread_id: 'INTEGER',
    node: 'VARCHAR',
    trigger: 'VARCHAR',
    fingerprint: 'VARCHAR',
    error_class: 'VARCHAR',
    message: 'VARCHAR',
    headline: 'VARCHAR',
    cause_class: 'VARCHAR',
    cause_message: 'VARCHAR',
    top_function: 'VARCHAR',
    top_file: 'VARCHAR',
    top_line: 'INTEGER',
    request_method: 'VARCHAR',
    request_url: 'VARCHAR',
    request_route: 'VARCHAR',
    request_status: 'INTEGER',
    request_ms: 'DOUBLE',
    trace_id: 'VARCHAR',
    span_id: 'VARCHAR',
    uptime_ms: 'DOUBLE',
    capture_ms: 'DOUBLE',
    write_ms: 'DOUBLE',
    bytes: 'BIGINT',
    kind: 'VARCHAR',
    not_kept: 'INTEGER',
    left_out: 'BOOLEAN'
  },
  frames: {
    crash: 'BIGINT',
    frame: 'INTEGER',
    error: 'INTEGER',
    function: 'VARCHAR',
    file: 'VARCHAR',
    line: 'INTEGER',
    col: 'INTEGER',
    application: 'BOOLEAN',
    role: 'VARCHAR'
  },
  variables: {
    crash: 'BIGINT',
    frame: 'INTEGER',
    scope: 'VARCHAR',
    name: 'VARCHAR',
    path: 'VARCHAR',
    type: 'VARCHAR',
    class: 'VARCHAR',
    text: 'VARCHAR',
    number: 'DOUBLE',
    time: 'TIMESTAMP'
  },
  tasks: {
    crash: 'BIGINT',
    task: 'VARCHAR',
    type: 'VARCHAR',
    function: 'VARCHAR',
    file: 'VARCHAR',
    line: 'INTEGER',
    waits_for: 'VARCHAR'
  },
  process: {
    crash: 'BIGINT',
    title: 'VARCHAR',
    command: 'VARCHAR',
    cwd: 'VARCHAR',
    platform: 'VARCHAR',
    arch: 'VARCHAR',
    commit: 'VARCHAR',
    branch: 'VARCHAR',
    container: 'VARCHAR',
    cpus: 'INTEGER',
    load_average: 'DOUBLE',
    total_memory_bytes: 'DOUBLE',
    free_memory_bytes: 'DOUBLE',
    memory_limit_bytes: 'DOUBLE',
    rss_bytes: 'DOUBLE',
    heap_used_bytes: 'DOUBLE',
    heap_limit_bytes: 'DOUBLE',
    external_bytes: 'DOUBLE',
    loop_utilization: 'DOUBLE',
    open_files: 'INTEGER',
    open_files_limit: 'DOUBLE'
  }
})

/** @typedef {keyof typeof TABLES} TableName */

/**
 * Rows of one or more dumps: for each table its columns, in the order of TABLES. Times are milliseconds since 1970,
 * dates days since 1970.
 * @typedef {Record<TableName, (string | number | boolean | null)[][]>} Rows
 */

/** @typedef {Record<string, string | number | boolean | null | undefined>} Row a column that is missing is NULL */

/** @returns {Rows} */
function noRows () {
  const rows = /** @type {Rows} */ ({})
  for (const [table, columns] of Object.entries(TABLES)) {
    rows[/** @type {TableName} */ (table)] = Object.keys(columns).map(() => [])
  }
  return rows
}

const NAMES = /** @type {Record<TableName, string[]>} */ (
  Object.fromEntries(Object.entries(TABLES).map(([table, columns]) => [table, Object.keys(columns)]))
)

/**
 * @param {Rows} rows is added to
 * @param {TableName} table
 * @param {Row} row
 */
function addRow (rows, table, row) {
  const columns = rows[table]
  const names = NAMES[table]
  for (let i = 0; i < names.length; i++) columns[i].push(row[names[i]] ?? null)
}

module.exports = { SCHEMA_VERSION, TABLES, addRow, noRows }

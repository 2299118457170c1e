'use strict'
// Opens DuckDB so that it cannot reach the network or other files, and waits while another process has the index.

const os = require('node:os')
const { setTimeout: delay } = require('node:timers/promises')
const { DuckDBInstance } = require('@duckdb/node-api')

/** @typedef {import('@duckdb/node-api').DuckDBConnection} Connection */

const OPTIONS = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  memory_limit: '256MB',
  threads: String(Math.min(4, os.availableParallelism())),
  // A question that needs more memory fails; nothing of a dump goes to other files.
  temp_directory: ''
}

const MAX_DELAY_MS = 200

/** An open database. */
class Database {
  #instance

  /**
   * @param {DuckDBInstance} instance
   * @param {Connection} connection
   */
  constructor (instance, connection) {
    this.#instance = instance
    this.connection = connection
  }

  close () {
    this.connection.closeSync()
    this.#instance.closeSync()
  }

  /**
   * Forbids everything but questions to this database.
   * @param {string | null} output path of a file or directory that may be written nevertheless
   */
  async lock (output) {
    const { connection } = this
    if (output !== null) {
      await connection.run(`set allowed_paths = [${literal(output)}]`)
      await connection.run(`set allowed_directories = [${literal(output)}]`)
    }
    await connection.run('set enable_external_access = false')
    await connection.run('set lock_configuration = true')
  }
}

/**
 * @param {string} file `:memory:` for none
 * @param {{ readOnly?: boolean, waitMs?: number, onWait?: () => void }} [options] waitMs: how long another process may
 *   have the file before LockedError is thrown; onWait: called once if it takes long
 * @returns {Promise<Database>}
 */
async function openDatabase (file, { readOnly = false, waitMs = 0, onWait = () => {} } = {}) {
  const options = readOnly ? { ...OPTIONS, access_mode: 'READ_ONLY' } : OPTIONS
  const start = performance.now()
  let told = false
  for (let wait = 10; ; wait = Math.min(2 * wait, MAX_DELAY_MS)) {
    try {
      const instance = await DuckDBInstance.create(file, options)
      const connection = await instance.connect()
      // Times are UTC; the time zone of this machine must not change what now() is compared with.
      await connection.run("set TimeZone = 'UTC'")
      return new Database(instance, connection)
    } catch (error) {
      if (!isLocked(error)) throw error
      const waited = performance.now() - start
      if (waited > waitMs) throw error
      if (!told && waited > 2000) {
        told = true
        onWait()
      }
      await delay(wait)
    }
  }
}

/** @param {unknown} error */
function messageOf (error) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * @param {unknown} error of openDatabase()
 * @returns {boolean} true if another process has the file open
 */
function isLocked (error) {
  return /could not set lock|being used by another process/i.test(messageOf(error))
}

/**
 * @param {unknown} error
 * @returns {boolean} true if a file cannot be opened or written for a reason that is not in the file
 */
function isDenied (error) {
  return /permission denied|read-only file system|no space left|access is denied/i.test(messageOf(error))
}

/**
 * @param {unknown} error of a question
 * @returns {boolean} true if what was read from the file is damaged
 */
function isDamage (error) {
  if (isDenied(error)) return false
  return /^(?:IO|INTERNAL|FATAL|Serialization) Error|corrupt|checksum/i.test(messageOf(error))
}

/**
 * @param {string} text
 * @returns {string} a literal of SQL, for statements that take no parameters
 */
function literal (text) {
  return `'${text.replaceAll("'", "''")}'`
}

module.exports = { Database, isDamage, isDenied, isLocked, literal, messageOf, openDatabase }

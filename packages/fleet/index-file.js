'use strict'
// The index: a database beside the dumps that has their rows. It is made at the first question and brought up to date
// at each further one. Whatever is wrong with it, it is made again from the dumps.

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const { appendRows } = require('./append-rows')
const { isDenied, isLocked, openDatabase } = require('./database')
const { readDumps } = require('./read-dumps')
const { VIEWS } = require('./views')

/** @typedef {import('./database').Database} Database */
/** @typedef {import('./types').DumpFile} DumpFile */
/** @typedef {import('./types').Source} Source */
/**
 * @typedef {object} Changes
 * @property {DumpFile[]} added
 * @property {string[]} gone names, also of dumps that have changed
 * @property {string} state of the index, to which the changes belong
 */

/**
 * `-all` if the dumps of the directories inside are in it. The number grows whenever the index is made again, so that
 * nobody writes to the file that another one replaces.
 */
const NAME = /^crash-index(-all)?\.(\d{1,9})\.duckdb$/
const NEW = /^crash-index\.[0-9a-f]+\.new(?:\.wal)?$/
const STALE_MS = 3_600_000

/** The number of rows of `variables` after which rows are written and committed. */
const BATCH_ROWS = 10_000
const BATCH_DUMPS = 100

/** How long a first index of many dumps may take in another process. */
const READ_WAIT_MS = 600_000
/** How long others may ask before a question is answered without the newest dumps. */
const WRITE_WAIT_MS = 60_000
/** How often the index is made again before it is given up. */
const MAX_TRIES = 5

/**
 * @param {Source} source
 * @param {string} directory
 * @returns {Promise<Database>} open, up to date, and not yet locked
 */
async function openIndex (source, directory) {
  const files = source.dumpsIn(directory)
  const onWait = () => source.note('another command makes the index of these dumps; waiting for it')
  try {
    let file = currentIndex(source, directory) ?? (await createIndex(source, directory))
    for (let i = 0; i < MAX_TRIES; i++) {
      const database = await openUpToDate(source, directory, file, files, onWait)
      if (database !== null) return database
      // Another process may have replaced it already.
      const newest = currentIndex(source, directory)
      file = newest === undefined || newest === file ? await createIndex(source, directory) : newest
    }
  } catch (error) {
    if (!isDenied(error) && !isErrno(error)) throw error
  }
  source.note(`no index can be written in ${directory}, so each question reads all dumps`)
  return fillMemory(source, files)
}

/** @param {unknown} error */
function isErrno (error) {
  return error instanceof Error && 'syscall' in error
}

/**
 * @param {Source} source
 * @param {string} directory
 * @param {string} file
 * @param {DumpFile[]} files
 * @param {() => void} onWait
 * @returns {Promise<Database | null>} null if the index is damaged, or of another version
 */
async function openUpToDate (source, directory, file, files, onWait) {
  const open = () => openDatabase(file, { readOnly: true, waitMs: READ_WAIT_MS, onWait })
  try {
    const database = await open()
    let isUpToDate = false
    let changes
    try {
      changes = await changesOf(source, database, files)
      if (changes === null) return null
      isUpToDate = changes.added.length === 0 && changes.gone.length === 0
      if (isUpToDate) return database
    } finally {
      if (!isUpToDate) database.close()
    }
    if (!(await bringUpToDate(source, directory, file, changes))) {
      source.note('other commands are reading the index: the newest dumps are not in this answer')
    }
    const updated = await open()
    try {
      // Another process may have replaced the index, and DuckDB makes an empty one where a file is gone.
      await stateOf(updated)
      return updated
    } catch {
      updated.close()
      return null
    }
  } catch (error) {
    if (isLocked(error)) throw source.error('INDEX_BUSY', 'another command is using the index', 'try again')
    if (isDenied(error) && fs.existsSync(file)) throw error
    return null
  }
}

/**
 * @param {Source} source
 * @param {string} directory
 * @param {string} file
 * @param {Changes} seen
 * @returns {Promise<boolean>} false if others have the index open all the time
 */
async function bringUpToDate (source, directory, file, seen) {
  let database
  try {
    database = await openDatabase(file, { waitMs: WRITE_WAIT_MS })
  } catch (error) {
    if (isLocked(error)) return false
    throw error
  }
  try {
    // Another process may have been here in between, and may have seen newer dumps.
    const isSame = (await stateOf(database)) === seen.state
    const changes = isSame ? seen : await changesOf(source, database, source.dumpsIn(directory))
    if (changes === null) return true
    await applyChanges(source, database, changes)
    return true
  } finally {
    database.close()
  }
}

/**
 * @param {Source} source
 * @param {Database} database
 * @param {DumpFile[]} files
 * @returns {Promise<Changes | null>} null if the index is of another version
 */
async function changesOf (source, database, files) {
  const { connection } = database
  const layout = await connection.runAndReadAll('select layout from index_layout')
  if (layout.getRows()[0]?.[0] !== layoutOf(source)) return null
  const known = await connection.runAndReadAll('select name, modified_ms, bytes from index_files')
  const [names, modified, bytes] = known.getColumns()
  /** @type {Map<unknown, number>} */
  const places = new Map(names?.map((name, i) => [name, i]))
  const isKnown = (/** @type {DumpFile} */ file) => {
    const i = places.get(file.name)
    return i !== undefined && modified[i] === file.modifiedMs && bytes[i] === file.bytes
  }
  const added = files.filter(file => !isKnown(file))
  for (const file of files) if (isKnown(file)) places.delete(file.name)
  return { added, gone: /** @type {string[]} */ ([...places.keys()]), state: await stateOf(database) }
}

/**
 * @param {Database} database
 * @returns {Promise<string>} another one when the index has got or lost dumps
 */
async function stateOf ({ connection }) {
  const state = await connection.runAndReadAll(
    'select count(*), bit_xor(hash(name, modified_ms, bytes)) from index_files'
  )
  return state.getRows()[0].join(' ')
}

/**
 * @param {Source} source
 * @param {Database} database
 * @param {Changes} changes
 */
async function applyChanges (source, { connection }, { added, gone }) {
  await connection.run('begin')
  for (const name of gone) {
    const found = await connection.runAndReadAll('select crash from index_files where name = $1', [name])
    for (const [crash] of found.getRows()) {
      for (const [table, columns] of Object.entries(source.tables)) {
        await connection.run(`delete from ${table} where ${Object.keys(columns)[0]} = $1`, [crash])
      }
    }
    await connection.run('delete from index_files where name = $1', [name])
  }
  await connection.run('commit')
  /** @type {import('./read-dumps').Read[]} */
  let batch = []
  let rows = 0
  let done = 0
  for await (const read of readDumps(source.readRows, added)) {
    batch.push(read)
    rows += read.rows.variables[0].length
    if (rows < BATCH_ROWS && batch.length < BATCH_DUMPS) continue
    await appendBatch(source, connection, batch)
    done += batch.length
    source.progress(done, added.length)
    batch = []
    rows = 0
  }
  await appendBatch(source, connection, batch)
}

/**
 * @param {Source} source
 * @param {Database['connection']} connection
 * @param {import('./read-dumps').Read[]} batch
 */
async function appendBatch ({ tables }, connection, batch) {
  if (batch.length === 0) return
  /** @type {import('./read-dumps').Rows} */
  const rows = Object.fromEntries(
    Object.entries(tables).map(([table, columns]) => [
      table,
      Object.keys(columns).map((_, i) => batch.flatMap(read => read.rows[table][i]))
    ])
  )
  rows.index_files = [
    batch.map(({ file }) => file.name),
    batch.map(({ file }) => file.modifiedMs),
    batch.map(({ file }) => file.bytes),
    batch.map(read => read.rows.crashes[0][0])
  ]
  await connection.run('begin')
  await appendRows(connection, { ...tables, index_files: INDEX_FILES }, rows)
  await connection.run('commit')
}

/** The dumps that the index has. */
const INDEX_FILES = { name: 'VARCHAR', modified_ms: 'DOUBLE', bytes: 'DOUBLE', crash: 'BIGINT' }

/**
 * @param {Source} source
 * @returns {string} differs if an index of another version has other rows
 */
function layoutOf ({ version, schemaVersion, tables }) {
  return crypto.createHash('sha256').update(JSON.stringify([version, schemaVersion, tables, VIEWS])).digest('hex')
}

/**
 * @param {Source} source
 * @param {Database['connection']} connection of an empty database
 */
async function createTables (source, connection) {
  const columnsOf = (/** @type {Record<string, string>} */ columns) =>
    Object.entries(columns).map(([name, type]) => `"${name}" ${type}`).join(', ')
  for (const [table, columns] of Object.entries({ ...source.tables, index_files: INDEX_FILES })) {
    await connection.run(`create table ${table} (${columnsOf(columns)})`)
  }
  for (const { name, sql } of VIEWS) await connection.run(`create view ${name} as ${sql}`)
  await connection.run('create table index_layout (layout varchar)')
  await connection.run('insert into index_layout values ($1)', [layoutOf(source)])
}

/**
 * @param {Source} source
 * @param {DumpFile[]} files
 * @returns {Promise<Database>} in memory
 */
async function fillMemory (source, files) {
  const database = await openDatabase(':memory:')
  await createTables(source, database.connection)
  await applyChanges(source, database, { added: files, gone: [], state: '' })
  return database
}

/**
 * @param {Source} source
 * @param {string} directory
 * @returns {string | undefined} path of the newest index that this user has made
 */
function currentIndex (source, directory) {
  const uid = process.getuid?.()
  return fs.readdirSync(directory)
    .map(name => ({ name, generation: generationOf(source, name) }))
    .filter(({ generation }) => generation > 0)
    .sort((a, b) => b.generation - a.generation)
    .map(({ name }) => path.join(directory, name))
    .find(file => {
      const stats = fs.lstatSync(file, { throwIfNoEntry: false })
      return stats?.isFile() === true && (uid === undefined || stats.uid === uid)
    })
}

/**
 * @param {Source} source
 * @param {string} name of any file
 * @returns {number} 0 if it is not that of an index of these dumps
 */
function generationOf ({ isDeep }, name) {
  const [, deep, generation] = NAME.exec(name) ?? []
  return isDeep === (deep !== undefined) ? Number(generation ?? 0) : 0
}

/**
 * Makes an empty index, which replaces an earlier one. It gets its name when it is whole; if another process was
 * faster, that one's is taken.
 * @param {Source} source
 * @param {string} directory
 * @returns {Promise<string>} its path
 */
async function createIndex (source, directory) {
  const made = path.join(directory, `crash-index.${crypto.randomBytes(8).toString('hex')}.new`)
  try {
    const database = await openDatabase(made)
    try {
      await createTables(source, database.connection)
    } finally {
      database.close()
    }
    const names = fs.readdirSync(directory)
    const generation = Math.max(0, ...names.map(name => generationOf(source, name))) + 1
    const file = path.join(directory, `crash-index${source.isDeep ? '-all' : ''}.${generation}.duckdb`)
    try {
      fs.linkSync(made, file)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    removeOthers(source, directory, names, generation)
    return file
  } finally {
    fs.rmSync(made, { force: true })
  }
}

/**
 * Removes the indexes that a newer one replaces, and what was left by processes that were killed.
 * @param {Source} source
 * @param {string} directory
 * @param {string[]} names of all files in it
 * @param {number} generation of the newest index
 */
function removeOthers (source, directory, names, generation) {
  for (const name of names) {
    const file = path.join(directory, name)
    const own = generationOf(source, name)
    try {
      const isOld = own > 0 && own < generation
      if (isOld) for (const each of [file, `${file}.wal`]) fs.rmSync(each, { force: true })
      else if (NEW.test(name) && Date.now() - fs.lstatSync(file).mtimeMs > STALE_MS) fs.rmSync(file, { force: true })
    } catch {
      // It is another user's, or gone.
    }
  }
}

module.exports = { createIndex, openIndex }

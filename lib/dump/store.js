'use strict'
// The directory of dumps: names, making it, listing it. prune.js removes from it.

const fs = require('node:fs')
const path = require('node:path')

const { CrashCollectorError } = require('../errors')
const { EXTENSION, HEAP_SNAPSHOT_EXTENSION, PARTIAL_SUFFIX } = require('./format')

// Taken at load: the application may replace them, and the name and the directory are made when it crashes.
const { Date } = globalThis
const { existsSync, mkdirSync } = fs
const { dirname, join, resolve } = path
const callOf = Function.prototype.bind.bind(Function.prototype.call)
const sort = /** @type {(files: DumpFile[], compare: (a: DumpFile, b: DumpFile) => number) => DumpFile[]} */ (
  callOf(Array.prototype.sort)
)
const slice = /** @type {(text: string, from: number, to: number) => string} */ (callOf(String.prototype.slice))
const toISOString = /** @type {(date: Date) => string} */ (callOf(Date.prototype.toISOString))
const NAME = /^crash\.(\d{4})(\d{2})(\d{2})\.(\d{2})(\d{2})(\d{2})\.(\d{1,10})\.(\d{1,10})\.(\d{1,10})\.ccdump$/

/**
 * @typedef {object} DumpFile
 * @property {string} name
 * @property {string} path
 * @property {number} bytes
 * @property {number} timeMs of the crash, from the name: copying a dump keeps it
 * @property {number} modifiedMs
 */

/**
 * @param {{ timeMs: number, pid: number, threadId: number, seq: number }} crash seq numbers the dumps of one thread
 * @returns {string} in UTC, so that the names of all machines sort by time
 */
function dumpName ({ timeMs, pid, threadId, seq }) {
  // 2026-11-21T02:32:27.123Z
  const iso = toISOString(new Date(timeMs))
  const day = slice(iso, 0, 4) + slice(iso, 5, 7) + slice(iso, 8, 10)
  const time = slice(iso, 11, 13) + slice(iso, 14, 16) + slice(iso, 17, 19)
  return `crash.${day}.${time}.${pid}.${threadId}.${seq}${EXTENSION}`
}

/**
 * @param {string} name
 * @returns {{ timeMs: number, pid: number, threadId: number, seq: number } | null} null when it is no name of a dump
 */
function parseDumpName (name) {
  const match = NAME.exec(name)
  if (match === null) return null
  const [year, month, day, hour, minute, second, pid, threadId, seq] = match.slice(1).map(Number)
  const timeMs = Date.UTC(year, month - 1, day, hour, minute, second)
  // Date.UTC takes a 13th month for the next January: only a name that reads back the same is one of ours.
  return name.startsWith(dumpName({ timeMs, pid, threadId, seq }).slice(0, 22)) ? { timeMs, pid, threadId, seq } : null
}

/**
 * @param {string} name
 * @returns {boolean} whether it is a dump, or a heap snapshot, that is being written, or was when its process was
 *   killed
 */
function isPartialName (name) {
  if (!name.endsWith(PARTIAL_SUFFIX)) return false
  const finished = name.slice(0, -PARTIAL_SUFFIX.length)
  return parseDumpName(finished) !== null || dumpOfHeapSnapshot(finished) !== null
}

/**
 * @param {string} name
 * @returns {string | null} name of the dump that a heap snapshot lies beside; null when it is no name of a heap
 *   snapshot
 */
function dumpOfHeapSnapshot (name) {
  if (!name.endsWith(HEAP_SNAPSHOT_EXTENSION)) return null
  const dump = name.slice(0, -HEAP_SNAPSHOT_EXTENSION.length) + EXTENSION
  return parseDumpName(dump) === null ? null : dump
}

/**
 * Makes the directory when it is missing, for its owner only: dumps hold what the process knew.
 * @param {string} directory
 * @throws {CrashCollectorError} DIRECTORY_NOT_CREATED
 */
function createDirectory (directory) {
  try {
    makeWithParents(resolve(directory))
  } catch (cause) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause)
    throw new CrashCollectorError('DIRECTORY_NOT_CREATED', `cannot create ${directory}: ${code ?? message}`, {
      hint: 'set CRASH_COLLECTOR_DIR to a directory that this user may write to',
      cause
    })
  }
}

/**
 * One step at a time: mkdirSync's own `recursive` never comes back where the system says ENOENT of a directory whose
 * parent is there, as below /proc (test/workarounds/mkdir-recursive-proc.js, Node.js 20 to 26).
 * @param {string} directory absolute
 */
function makeWithParents (directory) {
  const parent = dirname(directory)
  if (existsSync(directory)) return
  if (parent !== directory) makeWithParents(parent)
  try {
    mkdirSync(directory, 0o700)
  } catch (error) {
    // Another process was quicker.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
}

/**
 * @param {string} directory
 * @param {string[]} [names] of what is in it
 * @returns {DumpFile[]} finished dumps, newest first; links and whatever else lies there are left out
 * @throws {CrashCollectorError} DIRECTORY_NOT_READ
 */
function listDumps (directory, names = namesIn(directory)) {
  return newestFirst(
    names
      .filter(name => parseDumpName(name) !== null)
      .map(name =>
        describeFile(directory, name, sizeOf(join(directory, name)), sizeOf(heapSnapshotPath(join(directory, name))))
      )
      .filter(file => file !== null)
  )
}

/**
 * Heap snapshots whose dump was removed by hand, or pruned while they were written. A dump gets its name before its
 * snapshot does (lib/capture/write/save-dump.js), so for one that is there no dump is still to come.
 * @param {string} directory
 * @param {string[]} names of what is in it
 * @returns {DumpFile[]} newest first
 */
function listOrphans (directory, names) {
  return newestFirst(
    names
      .map(name => {
        const dump = dumpOfHeapSnapshot(name)
        return dump === null || sizeOf(join(directory, dump)) !== undefined
          ? null
          : describeFile(directory, name, sizeOf(join(directory, name)))
      })
      .filter(file => file !== null)
  )
}

/** @param {string} file */
const sizeOf = file => fs.lstatSync(file, { throwIfNoEntry: false })

/**
 * @param {string} directory
 * @returns {string[]}
 * @throws {CrashCollectorError} DIRECTORY_NOT_READ
 */
function namesIn (directory) {
  try {
    return fs.readdirSync(directory)
  } catch (cause) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause)
    throw new CrashCollectorError('DIRECTORY_NOT_READ', `cannot read ${directory}: ${code ?? message}`, {
      hint: 'name the directory of the dumps, or set CRASH_COLLECTOR_DIR to it',
      cause
    })
  }
}

/**
 * @param {string} directory
 * @param {string} name of a dump, or of a heap snapshot that has none
 * @param {fs.Stats | undefined} stats of lstat
 * @param {fs.Stats | undefined} [heapSnapshot] of lstat, too: the dump's
 * @returns {DumpFile | null} null when it went meanwhile or is no regular file
 */
function describeFile (directory, name, stats, heapSnapshot) {
  const parsed = parseDumpName(dumpOfHeapSnapshot(name) ?? name)
  if (parsed === null || stats?.isFile() !== true) return null
  return {
    name,
    path: join(directory, name),
    bytes: stats.size + (heapSnapshot?.isFile() === true ? heapSnapshot.size : 0),
    timeMs: parsed.timeMs,
    modifiedMs: stats.mtimeMs
  }
}

/**
 * @param {DumpFile[]} files
 * @returns {DumpFile[]} the same array
 */
function newestFirst (files) {
  return sort(files, (a, b) => b.timeMs - a.timeMs || b.modifiedMs - a.modifiedMs || (a.name < b.name ? 1 : -1))
}

/**
 * @param {string} file a dump
 * @returns {string} where a heap snapshot of the same process is, if there is one
 */
function heapSnapshotPath (file) {
  return slice(file, 0, file.length - EXTENSION.length) + HEAP_SNAPSHOT_EXTENSION
}

module.exports = {
  heapSnapshotPath,
  createDirectory,
  describeFile,
  dumpName,
  dumpOfHeapSnapshot,
  isPartialName,
  listDumps,
  listOrphans,
  namesIn,
  newestFirst,
  parseDumpName
}

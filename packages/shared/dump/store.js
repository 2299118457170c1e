'use strict'
// Makes and lists the directory of dumps, and makes and parses the names in it. retention.js removes files from it.

const fs = require('node:fs')
const path = require('node:path')

const { CrashCollectorError } = require('../errors')
const { EXTENSION, HEAP_SNAPSHOT_EXTENSION, PARTIAL_SUFFIX } = require('./terms')

// Taken at load, because the application may have replaced them by the time it crashes and the dump gets its name.
const { Date, Error: ErrorConstructor } = globalThis
const { getuid } = process
const { accessSync, chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } = fs
const { W_OK, X_OK } = fs.constants
const { dirname, join, resolve, sep } = path
const callOf = Function.prototype.bind.bind(Function.prototype.call)
const sort = /** @type {(files: DumpFile[], compare: (a: DumpFile, b: DumpFile) => number) => DumpFile[]} */ (
  callOf(Array.prototype.sort)
)
const slice = /** @type {(text: string, from: number, to?: number) => string} */ (callOf(String.prototype.slice))
const indexOf = /** @type {(text: string, part: string) => number} */ (callOf(String.prototype.indexOf))
const toISOString = /** @type {(date: Date) => string} */ (callOf(Date.prototype.toISOString))
const NAME =
  /^crash\.(?:([\w-]{1,64})\.)?(\d{4})(\d\d)(\d\d)\.(\d\d)(\d\d)(\d\d)\.(\d{1,10})\.(\d{1,10})\.(\d{1,10})\.ccdump$/

/** Comes before the base64url of a gzip member in a log: the first records of a dump that could not be a file. */
const LOG_MARK = 'ccdump:'

/** In a label it stands for the trigger. The other names in braces are filled in when the settings are read. */
const TRIGGER_IN_LABEL = '{trigger}'
/** Number of characters of a label. NAME has it, too. */
const MAX_LABEL = 64

const OWNER_ONLY = 0o700
const WRITABLE_BY_ALL = 0o002

/**
 * @typedef {object} DumpFile
 * @property {string} name
 * @property {string} path
 * @property {number} bytes
 * @property {number} timeMs of the crash, from the name, which stays the same when a dump is copied
 * @property {number} modifiedMs
 * @property {number} seq number of the dump in its thread
 * @property {number} uid of the owner
 */

/**
 * @param {string} label the setting `fileLabel`
 * @param {import('./terms').Trigger} trigger
 * @returns {string} the beginning of the name of a dump, up to the date
 */
function nameStart (label, trigger) {
  let text = label
  for (let at; (at = indexOf(text, TRIGGER_IN_LABEL)) >= 0;) {
    text = slice(text, 0, at) + trigger + slice(text, at + TRIGGER_IN_LABEL.length)
  }
  return startWith(slice(text, 0, MAX_LABEL))
}

/** @param {string} label without braces @returns {string} */
function startWith (label) {
  return label === '' ? 'crash.' : `crash.${label}.`
}

/**
 * @param {{ timeMs: number, pid: number, threadId: number, seq: number, start?: string }} crash seq numbers the dumps
 *   of one thread; start: of nameStart()
 * @returns {string} in UTC, so that the names of all machines sort by time
 */
function dumpName ({ timeMs, pid, threadId, seq, start = 'crash.' }) {
  // 2026-11-21T02:32:27.123Z
  const iso = toISOString(new Date(timeMs))
  const day = slice(iso, 0, 4) + slice(iso, 5, 7) + slice(iso, 8, 10)
  const time = slice(iso, 11, 13) + slice(iso, 14, 16) + slice(iso, 17, 19)
  return `${start}${day}.${time}.${pid}.${threadId}.${seq}${EXTENSION}`
}

/**
 * @param {string} name
 * @returns {{ timeMs: number, pid: number, threadId: number, seq: number } | null} null when it is not the name of a
 *   dump
 */
function parseDumpName (name) {
  const match = NAME.exec(name)
  if (match === null) return null
  const [year, month, day, hour, minute, second, pid, threadId, seq] = match.slice(2).map(Number)
  const { 1: label = '' } = match
  const timeMs = Date.UTC(year, month - 1, day, hour, minute, second)
  // Date.UTC() takes a 13th month for the next January. Only a name that dumpName() would make is that of a dump.
  const made = dumpName({ timeMs, pid, threadId, seq, start: startWith(label) })
  const timeEnd = startWith(label).length + 16
  return name.startsWith(made.slice(0, timeEnd)) ? { timeMs, pid, threadId, seq } : null
}

/**
 * @param {string} name
 * @returns {boolean} true for a dump or a heap snapshot that is being written, or was when its process was killed
 */
function isPartialName (name) {
  if (!name.endsWith(PARTIAL_SUFFIX)) return false
  const finished = name.slice(0, -PARTIAL_SUFFIX.length)
  return parseDumpName(finished) !== null || dumpOfHeapSnapshot(finished) !== null
}

/**
 * @param {string} name
 * @returns {string | null} name of the dump beside a heap snapshot; null when it is not the name of a heap snapshot
 */
function dumpOfHeapSnapshot (name) {
  if (!name.endsWith(HEAP_SNAPSHOT_EXTENSION)) return null
  const dump = name.slice(0, -HEAP_SNAPSHOT_EXTENSION.length) + EXTENSION
  return parseDumpName(dump) === null ? null : dump
}

/**
 * Makes the directory if it is missing, with mode 0700, because dumps may contain anything that the process knew.
 * @param {string} directory
 * @throws {CrashCollectorError} DIRECTORY_NOT_CREATED also if it is a link, or if all users may write to it
 */
function createDirectory (directory) {
  try {
    if (isLink(directory)) throw new ErrorConstructor('it is a link; name its target instead')
    makeWithParents(resolve(directory))
    if (getuid !== undefined && (statSync(directory).mode & WRITABLE_BY_ALL) !== 0) {
      throw new ErrorConstructor('all users may write to it')
    }
  } catch (cause) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause)
    throw new CrashCollectorError('DIRECTORY_NOT_CREATED', `cannot create ${directory}: ${code ?? message}`, {
      hint: 'set CRASH_COLLECTOR_DIR to a directory that this user may write to',
      cause
    })
  }
}

/**
 * Looks if dumps can be written to a directory, without writing anything. It may be wrong: a full disk, or a file
 * system such as /proc, is noticed only when a dump is written.
 * @param {string} directory absolute; may be missing
 * @returns {string | null} why not; null if they can, as far as is known
 */
function whyNotWritable (directory) {
  try {
    let nearest = directory
    while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
    accessSync(nearest, W_OK | X_OK)
    return null
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code ?? String(error)
  }
}

/**
 * Makes a directory and its parents one by one. mkdirSync() with `recursive` never returns if the system says ENOENT
 * for a directory whose parent exists, as below /proc (test/workarounds/mkdir-recursive-proc.js, Node.js 20 to 26).
 * @param {string} directory absolute
 */
function makeWithParents (directory) {
  const parent = dirname(directory)
  if (existsSync(directory)) return
  if (parent !== directory) makeWithParents(parent)
  makeOwnDirectory(directory)
}

/**
 * Makes one directory for its owner only.
 * @param {string} directory
 * @throws {NodeJS.ErrnoException} of mkdir(2) or chmod(2); not if it is there
 */
function makeOwnDirectory (directory) {
  try {
    mkdirSync(directory, OWNER_ONLY)
  } catch (error) {
    // EEXIST: another process has made it meanwhile.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return
    throw error
  }
  // The umask may have taken away what the owner needs.
  if ((statSync(directory).mode & OWNER_ONLY) !== OWNER_ONLY) chmodSync(directory, OWNER_ONLY)
}

/**
 * A link may lead to a directory that others read, such as one that is published, or whose dumps should stay as they
 * are. It may have come with a checkout, and then belongs to the user of the process.
 * @param {string} directory
 * @returns {boolean}
 */
function isLink (directory) {
  return lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

/**
 * @param {string} directory
 * @param {string[]} [names] of all files in it
 * @returns {DumpFile[]} finished dumps, newest first; links and other files are left out
 * @throws {CrashCollectorError} DIRECTORY_NOT_READ
 */
function listDumps (directory, names = namesIn(directory)) {
  // By the names, because each call of the system takes as long as the rest for a dump.
  const all = new Set(names)
  return newestFirst(
    names
      .filter(name => name.endsWith(EXTENSION))
      .map(name => {
        const heapSnapshot = heapSnapshotPath(name)
        return describeFile(
          directory,
          name,
          statsOf(directory, name),
          all.has(heapSnapshot) ? statsOf(directory, heapSnapshot) : undefined
        )
      })
      .filter(file => file !== null)
  )
}

/**
 * Lists heap snapshots without a dump: it was removed by hand, or pruned while the snapshot was written. A dump gets
 * its name before its heap snapshot does (lib/capture/write/save-dump.js), so no dump is still to come for them.
 * @param {string} directory
 * @param {string[]} names of all files in it
 * @returns {DumpFile[]} newest first
 */
function listOrphans (directory, names) {
  return newestFirst(
    names
      .map(name => {
        const dump = dumpOfHeapSnapshot(name)
        return dump === null || statsOf(directory, dump) !== undefined
          ? null
          : describeFile(directory, name, statsOf(directory, name))
      })
      .filter(file => file !== null)
  )
}

/**
 * @param {string} directory
 * @param {string} name
 */
function statsOf (directory, name) {
  return lstatSync(directory + sep + name, { throwIfNoEntry: false }) // join() would take longer than the system
}

/**
 * @param {string} directory
 * @returns {string[]}
 * @throws {CrashCollectorError} DIRECTORY_NOT_READ
 */
function namesIn (directory) {
  try {
    return readdirSync(directory)
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
 * @param {string} name of a dump, or of a heap snapshot without a dump
 * @param {fs.Stats | undefined} stats of lstat()
 * @param {fs.Stats | undefined} [heapSnapshot] lstat() of the dump's heap snapshot
 * @returns {DumpFile | null} null when the file is gone meanwhile, or is no regular file
 */
function describeFile (directory, name, stats, heapSnapshot) {
  const parsed = parseDumpName(dumpOfHeapSnapshot(name) ?? name)
  if (parsed === null || stats?.isFile() !== true) return null
  return {
    name,
    path: join(directory, name),
    bytes: stats.size + (heapSnapshot?.isFile() === true ? heapSnapshot.size : 0),
    timeMs: parsed.timeMs,
    modifiedMs: stats.mtimeMs,
    seq: parsed.seq,
    uid: stats.uid
  }
}

/**
 * @param {DumpFile[]} files
 * @returns {DumpFile[]} the same array
 */
function newestFirst (files) {
  return sort(
    files,
    (a, b) => b.timeMs - a.timeMs || b.modifiedMs - a.modifiedMs || b.seq - a.seq || (a.name < b.name ? 1 : -1)
  )
}

/**
 * @param {string} file a dump
 * @returns {string} path that its heap snapshot has, if there is one
 */
function heapSnapshotPath (file) {
  return slice(file, 0, file.length - EXTENSION.length) + HEAP_SNAPSHOT_EXTENSION
}

module.exports = {
  LOG_MARK,
  heapSnapshotPath,
  createDirectory,
  describeFile,
  dumpName,
  dumpOfHeapSnapshot,
  isLink,
  isPartialName,
  listDumps,
  listOrphans,
  makeOwnDirectory,
  nameStart,
  namesIn,
  newestFirst,
  parseDumpName,
  whyNotWritable
}

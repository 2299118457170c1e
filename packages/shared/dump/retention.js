'use strict'
// Removes old dumps by the settings of retention: at the start, after a dump of a process that lives on, and by the
// command `prune`; never during a crash.

const fs = require('node:fs')
const path = require('node:path')

const {
  dumpOfHeapSnapshot, heapSnapshotPath, isLink, isPartialName, listDumps, listOrphans, namesIn, parseDumpName
} = require('./store')
const { finishedName, isRecoverable, recover } = require('./partials')

// Taken at load, because tests of applications replace them.
const { now } = Date
const { existsSync, lstatSync, unlinkSync } = fs
const { floor } = Math
const { join } = path
const { getuid, pid } = process

/** The process of a partial dump of this age is gone, because a dump takes seconds. */
const STALE_PARTIAL_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** To look at so many files takes less time than a dump. A directory with more is not looked at after each dump. */
const NAMES_PER_DUMP = 1000

/** @typedef {import('./store').DumpFile} DumpFile */
/** @typedef {Readonly<{ retainCount: number, retainBytes: number, retainDays?: number }>} Retention 0 days: any age */

/**
 * @param {DumpFile[]} files dumps, newest first, and after all dumps the heap snapshots without a dump
 * @param {Retention} retention
 * @param {number} nowMs
 * @returns {DumpFile[]} files to remove. The newest dump always stays, however large or old it is
 */
function surplus (files, { retainCount, retainBytes, retainDays = 0 }, nowMs) {
  let bytes = 0
  const old = []
  // No filter(): the application may have replaced it, and files would be removed by its choice.
  for (let index = 0; index < files.length; index++) {
    const file = files[index]
    bytes += file.bytes // comes before the conditions, so that each file counts
    if (index === 0 && dumpOfHeapSnapshot(file.name) === null) continue
    if (index >= retainCount || bytes > retainBytes || (retainDays > 0 && nowMs - file.timeMs > retainDays * DAY_MS)) {
      old[old.length] = file
    }
  }
  return old
}

/**
 * Removes dumps beyond the limits. Dumps whose process was killed while it wrote them get their name; other partial
 * files of processes that are gone are removed. Only regular files with the name of a dump or a heap snapshot are
 * touched.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {{ dryRun?: boolean }} [options] dryRun: removes nothing, and returns what would be removed
 * @returns {{ removed: string[], removedBytes: number, kept: DumpFile[], problems: string[] }} `removed` holds paths
 * @throws {import('../errors').CrashCollectorError} DIRECTORY_NOT_READ
 */
function pruneDumps (directory, retention, { dryRun = false } = {}) {
  return pruneNames(directory, namesIn(directory), retention, { dryRun })
}

/**
 * @param {string} directory
 * @param {string[]} names of all files in it
 * @returns {string[]} names of all files that are in it now
 */
function recoverAll (directory, names) {
  return names.map(name => {
    const finished = finishedName(name)
    if (finished === null) return name
    const file = join(directory, name)
    if (!isRecoverable(finished, lstatSync(file, { throwIfNoEntry: false }))) return name
    try {
      recover(file)
      return finished
    } catch {
      return name // another process has done it, or it stays
    }
  })
}

/**
 * @param {string} directory
 * @param {string[]} names of all files in it
 * @param {Retention} retention
 * @param {{ dryRun?: boolean, uid?: number }} options uid: only files of this user are removed
 * @returns {ReturnType<typeof pruneDumps>}
 */
function pruneNames (directory, names, retention, { dryRun = false, uid }) {
  if (!dryRun) names = recoverAll(directory, names)
  const files = [...listDumps(directory, names), ...listOrphans(directory, names)].filter(
    file => uid === undefined || file.uid === uid
  )
  const old = new Set(surplus(files, retention, now()))
  /** @type {string[]} */
  const removed = []
  /** @type {string[]} */
  const problems = []
  let removedBytes = 0
  const remove = (/** @type {string} */ file, /** @type {number} */ bytes) => {
    try {
      if (!dryRun) {
        unlinkSync(file)
        const heapSnapshot = heapSnapshotPath(file)
        if (parseDumpName(path.basename(file)) !== null && existsSync(heapSnapshot)) unlinkSync(heapSnapshot)
      }
      removed.push(file)
      removedBytes += bytes
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
      // ENOENT: another process has removed the file meanwhile
      if (code !== 'ENOENT') problems.push(`cannot remove ${file}: ${code ?? message}`)
    }
  }
  for (const file of old) remove(file.path, file.bytes)
  for (const name of names.filter(isPartialName)) {
    const file = join(directory, name)
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (isStale(stats) && (uid === undefined || stats?.uid === uid)) remove(file, stats?.size ?? 0)
  }
  return { removed, removedBytes, kept: files.filter(file => !old.has(file)), problems }
}

/** @param {fs.Stats | undefined} stats */
function isStale (stats) {
  return stats?.isFile() === true && now() - stats.mtimeMs > STALE_PARTIAL_MS
}

/**
 * Prunes this user's files before the application runs. Requests to the file system that end later would be visible to
 * it: by `async_hooks`, in the order of its timers, and by what it has put in the place of functions. Problems are not
 * reported: a directory that can't be pruned can usually not be written either, and the next dump will say so. Never
 * throws.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {boolean} mainThread false: prunes only if this process has made dumps, because one thread is enough otherwise
 */
function pruneAtStart (directory, retention, mainThread) {
  try {
    if (!existsSync(directory) || isLink(directory)) return
    const names = namesIn(directory)
    if (mainThread || names.some(name => parseDumpName(name)?.pid === pid)) {
      pruneNames(directory, names, retention, { uid: getuid?.() })
    }
  } catch {} // not reported
}

/** Number of dumps that are still to come before the directory is looked at again. */
let dumpsToSkip = 0

/**
 * Prunes this user's files after a dump of a process that lives on. Never throws.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @returns {void}
 */
function pruneAfterDump (directory, retention) {
  if (dumpsToSkip-- > 0) return
  try {
    const names = namesIn(directory)
    dumpsToSkip = floor(names.length / NAMES_PER_DUMP)
    pruneNames(directory, names, retention, { uid: getuid?.() })
  } catch {} // not reported, as at the start
}

module.exports = { pruneAfterDump, pruneAtStart, pruneDumps }

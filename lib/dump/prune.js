'use strict'
// Retention: which dumps stay. Runs at start-up and by hand, never during a crash.

const fs = require('node:fs')
const path = require('node:path')

const { describeFile, dumpOfHeapSnapshot, heapSnapshotPath, isPartialName, listDumps, listOrphans, namesIn, newestFirst, parseDumpName } = require('./store')

// Taken at load: tests of applications replace them.
const { setTimeout } = globalThis
const { now } = Date
const { existsSync, lstat, readdir, unlink } = fs
const { apply } = Reflect

/** A dump takes seconds: a partial one this old has lost its process. */
const STALE_PARTIAL_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Pause between two steps in the background. */
const STEP_MS = 2

/**
 * Start-up counts the dumps and prunes at once when there are this many times more than stay: a program that crashes in its
 * first turn, and is started again for ever, has no background.
 */
const OVERFULL = 1.2

/** @typedef {import('./store').DumpFile} DumpFile */
/** @typedef {Pick<import('../config').Config, 'retainCount' | 'retainBytes' | 'retainDays'>} Retention */

/**
 * @param {DumpFile[]} files newest first; heap snapshots that have lost their dump after all dumps, so that they take the place of none
 * @param {Retention} retention
 * @param {number} nowMs
 * @returns {DumpFile[]} those to remove. The newest dump always stays, however large or old it is.
 */
function surplus (files, { retainCount, retainBytes, retainDays }, nowMs) {
  let bytes = 0
  return files.filter((file, index) => {
    bytes += file.bytes // before any other condition, so that each file counts
    if (index === 0 && dumpOfHeapSnapshot(file.name) === null) return false
    return index >= retainCount || bytes > retainBytes || (retainDays > 0 && nowMs - file.timeMs > retainDays * DAY_MS)
  })
}

/**
 * Removes what is beyond the limits, and partial dumps whose process is gone. Touches only regular files that are named like dumps, or like
 * their heap snapshots.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {{ dryRun?: boolean }} [options] dryRun: only say what would be removed
 * @returns {{ removed: string[], removedBytes: number, kept: DumpFile[], problems: string[] }} `removed` holds paths
 * @throws {import('../errors').CrashCollectorError} DIRECTORY_NOT_READ
 */
function pruneDumps (directory, retention, { dryRun = false } = {}) {
  const files = [...listDumps(directory), ...listOrphans(directory)]
  const old = new Set(surplus(files, retention, now()))
  /** @type {string[]} */
  const removed = []
  /** @type {string[]} */
  const problems = []
  let removedBytes = 0
  const remove = (/** @type {string} */ file, /** @type {number} */ bytes) => {
    try {
      if (!dryRun) {
        fs.unlinkSync(file)
        if (parseDumpName(path.basename(file)) !== null) fs.rmSync(heapSnapshotPath(file), { force: true })
      }
      removed.push(file)
      removedBytes += bytes
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
      if (code !== 'ENOENT') problems.push(`cannot remove ${file}: ${code ?? message}`) // ENOENT: another process was faster
    }
  }
  for (const file of old) remove(file.path, file.bytes)
  for (const name of namesIn(directory).filter(isPartialName)) {
    const file = path.join(directory, name)
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    if (isStale(stats)) remove(file, stats?.size ?? 0)
  }
  return { removed, removedBytes, kept: files.filter(file => !old.has(file)), problems }
}

/** @param {fs.Stats | undefined} stats */
function isStale (stats) {
  return stats?.isFile() === true && now() - stats.mtimeMs > STALE_PARTIAL_MS
}

/**
 * Prunes beside the application. Nothing is reported: a directory that cannot be pruned can as a rule not be written either,
 * which the crash will say; a process's start is no place for it.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {boolean} mainThread of all threads one is enough
 */
function pruneAtStart (directory, retention, mainThread) {
  try {
    if (!existsSync(directory)) return
    const dumps = namesIn(directory).filter(name => parseDumpName(name) !== null)
    if (dumps.length > retention.retainCount * OVERFULL) pruneDumps(directory, retention)
    else if (mainThread) later(() => pruneInBackground(directory, retention))
  } catch {} // as said above
}

/**
 * With callbacks, not promises: a suspended async function of ours would be among the tasks that a dump lists.
 *
 * @param {string} directory
 * @param {Retention} retention
 */
function pruneInBackground (directory, retention) {
  /** @type {DumpFile[]} */
  const dumps = []
  /** @type {DumpFile[]} */
  const orphans = []
  readdir(directory, harmless((error, all) => {
    if (!error) lookAt(all.filter(name => parseDumpName(name) !== null || isPartialName(name) || dumpOfHeapSnapshot(name) !== null))
  }))

  /** @param {string[]} names */
  function lookAt (names) {
    const name = names.pop()
    if (name === undefined) return remove(surplus([...newestFirst(dumps), ...newestFirst(orphans)], retention, now()))
    const file = path.join(directory, name)
    const dump = dumpOfHeapSnapshot(name)
    lstat(file, harmless((error, stats) => {
      if (!error && isPartialName(name) && isStale(stats)) unlink(file, ignore)
      lstat(dump === null ? heapSnapshotPath(file) : path.join(directory, dump), harmless((missing, beside) => {
        // A heap snapshot counts with its dump where there is one.
        const counts = dump === null || missing?.code === 'ENOENT'
        const described = error || !counts ? null : describeFile(directory, name, stats, missing ? undefined : beside)
        if (described !== null) (dump === null ? dumps : orphans).push(described)
        later(() => lookAt(names))
      }))
    }))
  }

  /** @param {DumpFile[]} old */
  function remove (old) {
    const file = old.pop()
    if (file === undefined) return
    const next = harmless(() => later(() => remove(old)))
    unlink(file.path, dumpOfHeapSnapshot(file.name) === null ? harmless(() => unlink(heapSnapshotPath(file.path), next)) : next)
  }
}

function ignore () {} // another process removed it first, or it stays for the next start

/**
 * What a callback throws would be an uncaught exception of the application. Functions that take one throw, too: where the process may not
 * read, or something else has taken their place before us.
 *
 * @template {unknown[]} Args
 * @param {(...args: Args) => void} callback
 * @returns {(...args: Args) => void}
 */
function harmless (callback) {
  return (...args) => {
    try {
      apply(callback, undefined, args)
    } catch {} // it stays for the next start
  }
}

/**
 * A request to the file system keeps a process alive, and nothing can change that; so between two of them there is only an
 * unref'd timer, at which a process that is done goes.
 *
 * @param {() => void} step
 */
function later (step) {
  setTimeout(harmless(step), STEP_MS).unref()
}

module.exports = { pruneAtStart, pruneDumps }

'use strict'
// Retention: which dumps stay. Runs at start-up, after a dump of a process that lives on, and by hand; never during a
// crash.

const fs = require('node:fs')
const path = require('node:path')

const {
  describeFile,
  dumpOfHeapSnapshot,
  heapSnapshotPath,
  isPartialName,
  listDumps,
  listOrphans,
  namesIn,
  newestFirst,
  parseDumpName
} = require('./store')

// Taken at load: tests of applications replace them.
const { setTimeout } = globalThis
const { now } = Date
const { existsSync, lstat, readdir, unlink } = fs
const { join } = path
const { apply } = Reflect
const { pid } = process

/** A dump takes seconds: a partial one this old has lost its process. */
const STALE_PARTIAL_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Pause between two steps in the background. */
const STEP_MS = 2

/**
 * Start-up counts the dumps and prunes at once when there are this many times more than stay: a program that crashes in
 * its first turn, and is started again for ever, has no background.
 */
const OVERFULL = 1.2

/** Dumps that may wait for the background; then it is done at once. */
const MOST_WAITING = 10

/** A directory with more files is pruned in the background alone, once the application runs. */
const MOST_AT_ONCE = 5000

/** @typedef {import('./store').DumpFile} DumpFile */
/** @typedef {Readonly<{ retainCount: number, retainBytes: number, retainDays: number }>} Retention */

/**
 * @param {DumpFile[]} files newest first; heap snapshots that have lost their dump after all dumps, so that they take
 *   the place of none
 * @param {Retention} retention
 * @param {number} nowMs
 * @returns {DumpFile[]} those to remove. The newest dump always stays, however large or old it is.
 */
function surplus (files, { retainCount, retainBytes, retainDays }, nowMs) {
  let bytes = 0
  const old = []
  // A `filter` of the application's own might choose others.
  for (let index = 0; index < files.length; index++) {
    const file = files[index]
    bytes += file.bytes // before any other condition, so that each file counts
    if (index === 0 && dumpOfHeapSnapshot(file.name) === null) continue
    if (index >= retainCount || bytes > retainBytes || (retainDays > 0 && nowMs - file.timeMs > retainDays * DAY_MS)) {
      old[old.length] = file
    }
  }
  return old
}

/**
 * Removes what is beyond the limits, and partial dumps whose process is gone. Touches only regular files that are named
 * like dumps, or like their heap snapshots.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {{ dryRun?: boolean }} [options] dryRun: only say what would be removed
 * @returns {{ removed: string[], removedBytes: number, kept: DumpFile[], problems: string[] }} `removed` holds paths
 * @throws {import('../errors').CrashCollectorError} DIRECTORY_NOT_READ
 */
function pruneDumps (directory, retention, { dryRun = false } = {}) {
  return pruneNames(directory, namesIn(directory), retention, dryRun)
}

/**
 * @param {string} directory
 * @param {string[]} names all that are in it
 * @param {Retention} retention
 * @param {boolean} dryRun
 * @returns {ReturnType<typeof pruneDumps>}
 */
function pruneNames (directory, names, retention, dryRun) {
  const files = [...listDumps(directory, names), ...listOrphans(directory, names)]
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
      // ENOENT: another process was faster
      if (code !== 'ENOENT') problems.push(`cannot remove ${file}: ${code ?? message}`)
    }
  }
  for (const file of old) remove(file.path, file.bytes)
  for (const name of names.filter(isPartialName)) {
    const file = join(directory, name)
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
 * Prunes beside the application. Nothing is reported: a directory that cannot be pruned can as a rule not be written
 * either, which the crash will say; a process's start is no place for it.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {boolean} mainThread of all threads one is enough, unless the process has made dumps meanwhile
 */
function pruneAtStart (directory, retention, mainThread) {
  try {
    if (!existsSync(directory)) return
    const dumps = namesIn(directory)
      .map(parseDumpName)
      .filter(name => name !== null)
    if (dumps.length > retention.retainCount * OVERFULL) pruneDumps(directory, retention)
    else if (mainThread || dumps.some(name => name.pid === pid)) background.prune(directory, retention)
  } catch {} // as said above
}

/**
 * Prunes beside the application that has just made a dump and lives on. A process that ends at once has no background,
 * and so pays nothing.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {boolean} mayStarve whether dumps can follow each other without a turn of the event loop: then it is done at
 *   once when there are enough
 * @returns {void} throws nothing
 */
function pruneAfterDump (directory, retention, mayStarve) {
  try {
    background.prune(directory, retention)
    if (mayStarve && background.waiting >= MOST_WAITING) pruneAtOnce(directory, retention)
  } catch {} // as at start
}

/** In this thread. One run at a time, and one more for all who asked meanwhile. */
const background = {
  /** Times that it was asked since it looked at the directory last. */
  waiting: 0,
  busy: false,
  /** @type {{ directory: string, retention: Retention } | null} */
  next: null,

  /**
   * @param {string} directory
   * @param {Retention} retention
   */
  prune (directory, retention) {
    this.waiting++
    this.next = { directory, retention }
    if (!this.busy) this.begin()
  },

  begin () {
    const ended = () => {
      this.busy = false
      if (this.next !== null) this.begin()
    }
    later(() => {
      const { directory, retention } = /** @type {{ directory: string, retention: Retention }} */ (this.next)
      this.next = null
      this.waiting = 0
      pruneInBackground(directory, retention, ended)
    }, ended)
    this.busy = true
  }
}

/**
 * @param {string} directory
 * @param {Retention} retention
 */
function pruneAtOnce (directory, retention) {
  background.waiting = 0
  const names = []
  // Not readdirSync(), which takes its time for a directory with a million files. `opendirSync` is looked up here,
  // because Node.js loads a module of its own when it is looked at (test/workarounds/lazy-opendir.js, Node.js 20 to
  // 26).
  const opened = fs.opendirSync(directory)
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      if (names.length === MOST_AT_ONCE) return
      names[names.length] = entry.name
    }
  } finally {
    opened.closeSync()
  }
  pruneNames(directory, names, retention, false)
}

/**
 * With callbacks, not promises: a suspended async function of ours would be among the tasks that a dump lists.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {() => void} ended called once, whatever happens
 */
function pruneInBackground (directory, retention, ended) {
  /** @type {DumpFile[]} */
  const dumps = []
  /** @type {DumpFile[]} */
  const orphans = []
  readdir(
    directory,
    harmless((error, all) => {
      if (error) return ended()
      lookAt(
        all.filter(name => parseDumpName(name) !== null || isPartialName(name) || dumpOfHeapSnapshot(name) !== null)
      )
    }, ended)
  )

  /** @param {string[]} names */
  function lookAt (names) {
    const name = names.pop()
    if (name === undefined) return remove(surplus([...newestFirst(dumps), ...newestFirst(orphans)], retention, now()))
    const file = join(directory, name)
    const dump = dumpOfHeapSnapshot(name)
    lstat(
      file,
      harmless((error, stats) => {
        if (!error && isPartialName(name) && isStale(stats)) unlink(file, ignore)
        lstat(
          dump === null ? heapSnapshotPath(file) : join(directory, dump),
          harmless((missing, beside) => {
            // A heap snapshot counts with its dump where there is one.
            const counts = dump === null || missing?.code === 'ENOENT'
            const described =
              error || !counts ? null : describeFile(directory, name, stats, missing ? undefined : beside)
            if (described !== null) (dump === null ? dumps : orphans).push(described)
            later(() => lookAt(names), ended)
          }, ended)
        )
      }, ended)
    )
  }

  /** @param {DumpFile[]} old */
  function remove (old) {
    const file = old.pop()
    if (file === undefined) return ended()
    const next = harmless(() => later(() => remove(old), ended), ended)
    unlink(
      file.path,
      dumpOfHeapSnapshot(file.name) === null ? harmless(() => unlink(heapSnapshotPath(file.path), next), ended) : next
    )
  }
}

function ignore () {} // another process removed it first, or it stays for the next time

/**
 * What a callback throws would be an uncaught exception of the application. Functions that take one throw, too: where
 * the process may not read, or something else has taken their place before us.
 *
 * @template {unknown[]} Args
 * @param {(...args: Args) => void} callback
 * @param {() => void} failed
 * @returns {(...args: Args) => void}
 */
function harmless (callback, failed) {
  return (...args) => {
    try {
      apply(callback, undefined, args)
    } catch {
      failed() // it stays for the next time
    }
  }
}

/**
 * A request to the file system keeps a process alive, and nothing can change that; so between two of them there is only
 * an unref'd timer, at which a process that is done goes.
 *
 * @param {() => void} step
 * @param {() => void} failed
 */
function later (step, failed) {
  setTimeout(harmless(step, failed), STEP_MS).unref()
}

module.exports = { pruneAfterDump, pruneAtStart, pruneDumps }

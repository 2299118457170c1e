'use strict'
// Removes old dumps by the settings of retention: at the start, after a dump of a process that lives on, and by the
// command `prune`; never during a crash.

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
const { finishedName, isRecoverable, recover, recoverInBackground } = require('./partials')

// Taken at load, because tests of applications replace them.
const { setTimeout } = globalThis
const { now } = Date
const { existsSync, lstat, readdir, unlink } = fs
const { join } = path
const { apply } = Reflect
const { pid } = process

/** The process of a partial dump of this age is gone, because a dump takes seconds. */
const STALE_PARTIAL_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Pause between two steps in the background. */
const STEP_MS = 2

/**
 * If there are more than this many times `retainCount` dumps at the start, they are pruned at once. A program that
 * crashes in its first turn, and is always started again, would never prune in the background.
 */
const OVERFULL = 1.2

/** Number of dumps after which pruning does not wait for the background. */
const MOST_WAITING = 10

/** A directory with more files is pruned only in the background after a dump. */
const MOST_AT_ONCE = 5000

/** @typedef {import('./store').DumpFile} DumpFile */
/** @typedef {Readonly<{ retainCount: number, retainBytes: number, retainDays: number }>} Retention */

/**
 * @param {DumpFile[]} files dumps, newest first, and after all dumps the heap snapshots without a dump
 * @param {Retention} retention
 * @param {number} nowMs
 * @returns {DumpFile[]} files to remove. The newest dump always stays, however large or old it is
 */
function surplus (files, { retainCount, retainBytes, retainDays }, nowMs) {
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
  return pruneNames(directory, namesIn(directory), retention, dryRun)
}

/**
 * @param {string} directory
 * @param {string[]} names of all files in it
 * @returns {string[]} names of all files that are in it now
 */
function recoverAll (directory, names) {
  return names.map(name => {
    const finished = finishedName(name)
    const file = join(directory, name)
    if (finished === null || !isRecoverable(finished, fs.lstatSync(file, { throwIfNoEntry: false }))) return name
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
 * @param {boolean} dryRun
 * @returns {ReturnType<typeof pruneDumps>}
 */
function pruneNames (directory, names, retention, dryRun) {
  if (!dryRun) names = recoverAll(directory, names)
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
      // ENOENT: another process has removed the file meanwhile
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
 * Prunes in the background, or at once if there are far too many dumps. Problems are not reported at a process's start:
 * a directory that can't be pruned can usually not be written either, and the next dump will say so. Never throws.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @param {boolean} mainThread false: prunes only if this process has made dumps, because one thread is enough otherwise
 */
function pruneAtStart (directory, retention, mainThread) {
  try {
    if (!existsSync(directory)) return
    const dumps = namesIn(directory)
      .map(parseDumpName)
      .filter(name => name !== null)
    if (dumps.length > retention.retainCount * OVERFULL) pruneDumps(directory, retention)
    else if (mainThread || dumps.some(name => name.pid === pid)) background.prune(directory, retention)
  } catch {} // not reported
}

/**
 * Prunes in the background after a dump of a process that lives on. Dumps may follow each other faster than that, so
 * after MOST_WAITING of them the directory is pruned at once. If the process ends at once, nothing is pruned. Never
 * throws.
 *
 * @param {string} directory
 * @param {Retention} retention
 * @returns {void}
 */
function pruneAfterDump (directory, retention) {
  try {
    background.prune(directory, retention)
    if (background.waiting >= MOST_WAITING) pruneAtOnce(directory, retention)
  } catch {} // not reported, as at the start
}

/** Prunes in the background of this thread: one run at a time, and one more for all requests that come meanwhile. */
const background = {
  /** Number of requests since the last run has begun. */
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
 * Prunes synchronously, unless there are more than MOST_AT_ONCE files.
 * @param {string} directory
 * @param {Retention} retention
 */
function pruneAtOnce (directory, retention) {
  background.waiting = 0
  const names = []
  // readdirSync() would take long for a directory with a million files. `opendirSync` is looked up here and not at
  // load, because Node.js loads a module when somebody looks at it (test/workarounds/lazy-opendir.js, Node.js 20 to
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
 * Prunes with callbacks, because a suspended async function of ours would be among the async tasks of a dump.
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
        if (!error && isRecoverable(finishedName(name), stats)) recoverInBackground(file, ignore)
        else if (!error && isPartialName(name) && isStale(stats)) unlink(file, ignore)
        lstat(
          dump === null ? heapSnapshotPath(file) : join(directory, dump),
          harmless((missing, beside) => {
            // A heap snapshot that has a dump counts with it.
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

function ignore () {} // another process has removed the file, or it stays for the next time

/**
 * Makes a callback that never throws, because its exception would be an uncaught one of the application. It may throw
 * because the functions that it calls were replaced before this file was loaded.
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
      failed() // the files stay for the next time
    }
  }
}

/**
 * Goes on after a pause. A request to the file system keeps the process alive
 * (test/workarounds/fs-request-keeps-alive.js, Node.js 20 to 26), so between two requests there is only a timer without
 * a reference, at which a process that has nothing else to do ends.
 *
 * @param {() => void} step
 * @param {() => void} failed
 */
function later (step, failed) {
  setTimeout(harmless(step, failed), STEP_MS).unref()
}

module.exports = { pruneAfterDump, pruneAtStart, pruneDumps }

'use strict'
// Recognises and recovers dumps whose process was killed while it wrote them. Such a file has all sections that were
// written, and readers show it up to its end.

const fs = require('node:fs')

const { PARTIAL_SUFFIX } = require('./terms')
const { parseDumpName } = require('./store')

// Taken at load, because tests of applications replace them.
const { now } = Date
const { existsSync, linkSync, renameSync, unlinkSync } = fs
const { kill, pid: ownPid, uptime } = process
const { apply } = Reflect

/** A dump takes seconds, so the process of a file of this age is gone, whatever its pid is now. */
const STALE_MS = 60 * 60 * 1000

/**
 * A file that was changed later is not recovered: in another container that shares the directory, its process may be
 * alive although no process has that pid here.
 */
const SETTLED_MS = 60 * 1000

/** The shortest dump that is of use has a header and an error, and takes more than this. */
const LEAST_BYTES = 200

/**
 * @param {string} name
 * @returns {string | null} name of the finished dump; null if it is no dump that is or was being written
 */
function finishedName (name) {
  if (!name.endsWith(PARTIAL_SUFFIX)) return null
  const finished = name.slice(0, -PARTIAL_SUFFIX.length)
  return parseDumpName(finished) === null ? null : finished
}

/**
 * @param {string} finished name of the dump
 * @param {fs.Stats | undefined} stats of the file
 * @returns {boolean} true if nobody writes the file any more, as far as can be known here
 */
function isAbandoned (finished, stats) {
  if (stats?.isFile() !== true) return false
  if (now() - stats.mtimeMs > STALE_MS) return true
  const writer = parseDumpName(finished)?.pid ?? 0
  // In a container that was started again this process may have the pid of the former one.
  if (writer === ownPid) return stats.mtimeMs < now() - apply(uptime, process, []) * 1000
  try {
    kill(writer, 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/**
 * @param {string | null} finished name of the dump; null if the file is no dump that is being written
 * @param {fs.Stats | undefined} stats of the file
 * @returns {boolean} true if the file is to get its name now
 */
function isRecoverable (finished, stats) {
  return (
    finished !== null &&
    stats !== undefined &&
    stats.size > LEAST_BYTES &&
    now() - stats.mtimeMs > SETTLED_MS &&
    isAbandoned(finished, stats)
  )
}

/**
 * Gives a dump its name.
 * @param {string} partial path
 * @returns {void}
 * @throws {NodeJS.ErrnoException} of rename(2) or unlink(2)
 */
function recover (partial) {
  const file = partial.slice(0, -PARTIAL_SUFFIX.length)
  try {
    // rename() would replace a dump. If there is one, it is the same file, whose writer was killed between two steps.
    linkSync(partial, file)
  } catch {
    if (!existsSync(file)) return renameSync(partial, file) // this file system has no links
  }
  unlinkSync(partial)
}

module.exports = { finishedName, isAbandoned, isRecoverable, recover }

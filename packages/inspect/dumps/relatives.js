'use strict'
// Finds the dumps of the processes from which a process descends, and of those that descend from it.

const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { readDump } = require('../reader')
const { parseDumpName } = require('crash-collector-shared/dump/store')
const { dumpTitle } = require('../crash/title')
const { TOLERANCE_MS, startOf } = require('./same-process')
const { allDumps } = require('./user-dumps')

/**
 * @typedef {import('../reader').Dump} Dump
 * @typedef {import('crash-collector-shared/dump/format').HeaderRecord} HeaderRecord
 * @typedef {import('crash-collector-shared/dump/format').ProcessIdentity} ProcessIdentity
 */

/** How many dumps are looked at, the newest first. */
const MOST_READ = 100

/**
 * The dump of a related process.
 * @typedef {object} Relative
 * @property {'parent' | 'child'} relation parent: also the parent's parent, and so on; child: the same downwards
 * @property {number} pid
 * @property {string} file
 * @property {string} title
 */

/**
 * @param {Dump} dump
 * @param {(file: string) => Promise<Relative|null|undefined>} [known] what is known of a file that was read before;
 *   undefined if it was not
 * @returns {Promise<Relative[]>} parents first, then children, oldest first. Empty if the dump does not tell its
 *   processes, as on systems other than Linux
 */
async function findRelatives (dump, known = async () => undefined) {
  if (dump.header.processes === undefined) return []
  /** @type {Relative[]} */
  const found = []
  for (const file of candidates(dump)) {
    try {
      const about = await known(file)
      const relative = about === undefined ? relativeOf(dump, await readDump(file, { summary: true })) : about
      if (relative !== null) found.unshift(relative)
    } catch (error) {
      if (!(error instanceof CrashCollectorError)) throw error // the file is damaged or gone; this dump is sound
    }
  }
  return [...found.filter(({ relation }) => relation === 'parent'), ...found.filter(each => each.relation === 'child')]
}

/**
 * @param {Dump} dump
 * @param {Dump} other
 * @returns {Relative|null}
 */
function relativeOf (dump, other) {
  const relation = relationOf(dump.header, other.header)
  return relation === null ? null : { relation, pid: other.header.pid, file: other.file, title: dumpTitle(other) }
}

/**
 * @param {Dump} dump
 * @returns {string[]} newest first
 */
function candidates (dump) {
  const self = path.resolve(dump.file)
  const startMs = startOf(dump) ?? 0
  const ancestors = new Set(dump.header.processes?.slice(1).map(({ pid }) => pid))
  // Most dumps of a user are of other programs. No process descends from one that starts later.
  const mayBeRelated = (/** @type {number|undefined} */ pid, /** @type {number} */ timeMs) =>
    pid !== dump.header.pid &&
    (pid === undefined || ancestors.has(pid) || timeMs > startMs - 2 * TOLERANCE_MS)
  try {
    return allDumps(path.dirname(self))
      .filter(({ path: file, timeMs }) => mayBeRelated(parseDumpName(path.basename(file))?.pid, timeMs))
      .slice(0, MOST_READ)
      .map(({ path: file }) => file)
  } catch (error) {
    if (error instanceof CrashCollectorError) return [] // the directory can't be listed
    throw error
  }
}

/**
 * @param {Pick<HeaderRecord, 'processes'>} header
 * @param {Pick<HeaderRecord, 'processes'>} other
 * @returns {'parent' | 'child' | null} what the other process is to this one
 */
function relationOf ({ processes: own = [] }, { processes: others = [] }) {
  if (own.length === 0 || others.length === 0) return null
  if (own.slice(1).some(process => isSame(process, others[0]))) return 'parent'
  return others.slice(1).some(process => isSame(process, own[0])) ? 'child' : null
}

/**
 * @param {ProcessIdentity} a
 * @param {ProcessIdentity} b
 */
function isSame (a, b) {
  return a.pid === b.pid && a.startTicks === b.startTicks
}

module.exports = { findRelatives, relationOf, relativeOf }

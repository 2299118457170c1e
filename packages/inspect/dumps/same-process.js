'use strict'
// Finds the other dumps of a process: of its workers, of errors that it survived, and of capture().

const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { listDumps, parseDumpName } = require('crash-collector-shared/dump/store')
const { startOf } = require('../crash/release')
const { dropTrees } = require('../source/script-trees')
const { openDump } = require('./open-dump')

/** @typedef {import('../reader').Dump} Dump */

/** How many dumps are read at most; in containers, processes often have the same pid. */
const MAX_READ = 20
/** How much the start times of one process may differ, since each thread reads the wall clock by itself. */
const TOLERANCE_MS = 1000

/**
 * @param {Dump} dump
 * @returns {Promise<Dump[]>} dumps of the same directory, oldest first
 */
async function othersOfProcess (dump) {
  const startMs = startOf(dump)
  if (startMs === null) return []
  /** @type {Dump[]} */
  const found = []
  for (const file of candidates(dump, startMs)) {
    try {
      const other = await openDump(file)
      const otherStartMs = startOf(other)
      if (
        otherStartMs !== null &&
        other.header.pid === dump.header.pid &&
        Math.abs(otherStartMs - startMs) <= TOLERANCE_MS
      ) {
        dropTrees(other)
        found.push(other)
      }
    } catch (error) {
      if (!(error instanceof CrashCollectorError)) throw error // the file is damaged or gone; this dump is sound
    }
  }
  return found
}

/**
 * @param {Dump} dump
 * @param {number} startMs
 * @returns {string[]}
 */
function candidates (dump, startMs) {
  const self = path.resolve(dump.file)
  try {
    return (
      listDumps(path.dirname(self))
        // The time in a file's name has whole seconds only.
        .filter(
          ({ name, path: file, timeMs }) =>
            parseDumpName(name)?.pid === dump.header.pid &&
            path.resolve(file) !== self &&
            timeMs > startMs - 2 * TOLERANCE_MS
        )
        .sort((a, b) => a.timeMs - b.timeMs)
        .slice(0, MAX_READ)
        .map(({ path: file }) => file)
    )
  } catch (error) {
    if (error instanceof CrashCollectorError) return [] // the file can be read although its directory can't be listed
    throw error
  }
}

module.exports = { TOLERANCE_MS, othersOfProcess, startOf }

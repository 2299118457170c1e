'use strict'
// The other dumps of a process: those of its workers, of errors that it survived, and of capture().

const path = require('node:path')
const { CrashCollectorError } = require('../../errors')
const { listDumps, parseDumpName } = require('../../dump/store')
const { dropTrees } = require('../source/script-trees')
const { openDump } = require('./open-dump')

/** @typedef {import('../../dump/reader').Dump} Dump */

/** How many dumps are read in search of them: in a container every process may have the same pid. */
const MAX_READ = 20
/** How far the times may differ that two threads of one process read from the wall clock. */
const TOLERANCE_MS = 1000

/**
 * @param {Dump} dump
 * @returns {Promise<Dump[]>} those beside it in its directory, oldest first
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
      if (!(error instanceof CrashCollectorError)) throw error // damaged, or gone: not this dump's problem
    }
  }
  return found
}

/**
 * @param {Dump} dump
 * @returns {number|null} when its process began
 */
function startOf ({ header, process }) {
  const uptimeMs = process?.uptimeMs
  return typeof uptimeMs === 'number' ? Date.parse(header.time) - uptimeMs : null
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
        // The name of a file has seconds only.
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
    if (error instanceof CrashCollectorError) return [] // the directory can't be listed, though the file can be read
    throw error
  }
}

module.exports = { othersOfProcess }

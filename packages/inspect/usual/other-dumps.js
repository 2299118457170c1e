'use strict'
// Finds dumps beside a dump in which functions of its crash ran as well: those of the same crash, and those in which
// these functions did not fail, or failed for another reason.

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { isApplicationFrame } = require('../crash/application-frames')
const { fingerprintOf } = require('../crash/fingerprint')
const { openDump } = require('../dumps/open-dump')
const { dumpsIn } = require('../dumps/user-dumps')
const { readDump } = require('../reader')
const { SourceMaps } = require('../source/source-map')

/** @typedef {import('../reader').Dump} Dump */

/**
 * @typedef {object} OtherRuns
 * @property {Dump[]} same of the same group of crashes
 * @property {Dump[]} others in which a function of the crash ran, and did not fail so
 */

/** Whoever asks about one dump doesn't wait for all others. */
const MAX_MS = 400
const MAX_FILES = 60
const MAX_OPENED = 12

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @returns {Promise<OtherRuns>} of the newest dumps in the directory, as many as can be read in a moment
 */
async function otherRuns (dump, sourceMaps) {
  /** @type {OtherRuns} */
  const found = { same: [], others: [] }
  const files = filesBeside(dump)
  if (files.length === 0) return found
  const own = functionsOf(dump)
  const { id } = fingerprintOf(dump, sourceMaps)
  const end = performance.now() + MAX_MS
  for (const file of files) {
    if (performance.now() > end || found.same.length + found.others.length >= MAX_OPENED) break
    try {
      const summary = await readDump(file, { summary: true })
      if (![...functionsOf(summary)].some(each => own.has(each))) continue
      const other = await openDump(file)
      const isSame = fingerprintOf(other, new SourceMaps(other)).id === id
      found[isSame ? 'same' : 'others'].push(other)
    } catch (error) {
      // It is damaged or gone; the dump itself is sound.
      if (!(error instanceof CrashCollectorError)) throw error
    }
  }
  return found
}

/**
 * @param {Dump} dump
 * @returns {string[]} other files, newest first
 */
function filesBeside (dump) {
  const directory = path.dirname(path.resolve(dump.file))
  if (!fs.existsSync(directory)) return []
  try {
    const own = path.resolve(dump.file)
    return dumpsIn(directory).map(each => each.path).filter(each => each !== own).slice(0, MAX_FILES)
  } catch (error) {
    if (error instanceof CrashCollectorError) return [] // the directory can't be listed
    throw error
  }
}

/** @param {Dump} dump */
function functionsOf (dump) {
  return new Set(
    dump.allCallFrames.filter(isApplicationFrame).map(({ functionName, url }) => `${functionName} ${url}`)
  )
}

module.exports = { otherRuns }

'use strict'
// Keeps which groups of crashes somebody has fixed, in a file beside the dumps, to tell which ones came back.

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')

/** @typedef {import('./read-groups').Group} Group */
/** @typedef {import('./read-groups').Release} Release */

/**
 * @typedef {object} Fixed
 * @property {string} time ISO 8601, when it was marked
 * @property {string[]} releases that were known then. They do not have the change that mends it
 */

/** @typedef {{ state: 'fixed'|'regressed', since: string, again: number, inOldReleases: number }} FixedState */
/** @typedef {Group & { fixed?: FixedState }} ListedGroup */

const FILE = 'fixed.json'
const MAX_BYTES = 1024 * 1024

/**
 * @param {string} directory of dumps
 * @returns {Map<string, Fixed>} by fingerprint
 * @throws {CrashCollectorError} FIXED_DAMAGED
 */
function readFixed (directory) {
  const file = path.join(directory, FILE)
  try {
    const stats = fs.statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return new Map()
    const parsed = stats.isFile() && stats.size <= MAX_BYTES ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
    const entries = Object.entries(parsed)
    if (entries.every(([, each]) => isFixed(each))) return new Map(entries)
  } catch (cause) {
    throw damaged(file, cause)
  }
  throw damaged(file)
}

/** @param {any} value */
function isFixed (value) {
  return (
    typeof value?.time === 'string' &&
    Array.isArray(value.releases) &&
    value.releases.every((/** @type {unknown} */ each) => typeof each === 'string')
  )
}

/**
 * @param {string} file
 * @param {unknown} [cause]
 */
function damaged (file, cause) {
  return new CrashCollectorError('FIXED_DAMAGED', `${file} can't be read as a list of fixed crashes`, {
    hint: 'repair or remove that file; without it no crash counts as fixed',
    cause
  })
}

/**
 * @param {string} directory
 * @param {Map<string, Fixed>} fixed
 * @throws {CrashCollectorError} MENDED_NOT_WRITTEN
 */
function writeFixed (directory, fixed) {
  const file = path.join(directory, FILE)
  const partial = `${file}.${process.pid}`
  try {
    fs.writeFileSync(partial, JSON.stringify(Object.fromEntries(fixed), null, 2) + '\n', { mode: 0o600, flag: 'wx' })
    fs.renameSync(partial, file)
  } catch (cause) {
    throw new CrashCollectorError('MENDED_NOT_WRITTEN', `${file} can't be written: ${String(cause)}`, {
      hint: 'the mark is kept beside the dumps, so that directory must be writable',
      cause
    })
  }
}

/**
 * @param {Group} group
 * @param {Fixed|undefined} fixed
 * @returns {FixedState|undefined} undefined if the group was not marked. again: number of dumps since then, but for
 *   those of releases that were there before
 */
function fixedState (group, fixed) {
  if (fixed === undefined) return undefined
  const later = group.dumps.filter(({ time }) => time > fixed.time)
  const inOldReleases = later.filter(({ release }) => release !== undefined && fixed.releases.includes(release)).length
  const again = later.length - inOldReleases
  return { state: again > 0 ? 'regressed' : 'fixed', since: fixed.time, again, inOldReleases }
}

/**
 * @param {Group[]} groups
 * @returns {ListedGroup[]}
 */
function withMarks (groups) {
  const marks = new Map([...new Set(groups.map(directoryOf))].map(directory => [directory, readFixed(directory)]))
  return groups.map(group => {
    const fixed = fixedState(group, marks.get(directoryOf(group))?.get(group.fingerprint))
    return fixed === undefined ? group : { ...group, fixed }
  })
}

/**
 * @param {Group} group
 * @returns {string} where the mark of the group is kept
 */
function directoryOf ({ dumps }) {
  return path.dirname(dumps[0].file)
}

module.exports = { directoryOf, readFixed, withMarks, writeFixed }

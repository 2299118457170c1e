'use strict'
// Keeps which groups of crashes somebody has mended, in a file beside the dumps, to tell which ones came back.

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')

/** @typedef {import('./read-groups').Group} Group */
/** @typedef {import('./read-groups').Release} Release */

/**
 * @typedef {object} Mended
 * @property {string} time ISO 8601, when it was marked
 * @property {string[]} releases that were known then. They do not have the change that mends it
 */

/** @typedef {{ state: 'mended'|'regressed', since: string, again: number, inOldReleases: number }} MendedState */
/** @typedef {Group & { mended?: MendedState }} ListedGroup */

const FILE = 'mended.json'
const MAX_BYTES = 1024 * 1024

/**
 * @param {string} directory of dumps
 * @returns {Map<string, Mended>} by fingerprint
 * @throws {CrashCollectorError} MENDED_DAMAGED
 */
function readMended (directory) {
  const file = path.join(directory, FILE)
  try {
    const stats = fs.statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return new Map()
    const parsed = stats.isFile() && stats.size <= MAX_BYTES ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
    const entries = Object.entries(parsed)
    if (entries.every(([, each]) => isMended(each))) return new Map(entries)
  } catch (cause) {
    throw damaged(file, cause)
  }
  throw damaged(file)
}

/** @param {any} value */
function isMended (value) {
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
  return new CrashCollectorError('MENDED_DAMAGED', `${file} can't be read as a list of mended crashes`, {
    hint: 'mend or remove that file; without it no crash counts as mended',
    cause
  })
}

/**
 * @param {string} directory
 * @param {Map<string, Mended>} mended
 * @throws {CrashCollectorError} MENDED_NOT_WRITTEN
 */
function writeMended (directory, mended) {
  const file = path.join(directory, FILE)
  const partial = `${file}.${process.pid}`
  try {
    fs.writeFileSync(partial, JSON.stringify(Object.fromEntries(mended), null, 2) + '\n', { mode: 0o600, flag: 'wx' })
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
 * @param {Mended|undefined} mended
 * @returns {MendedState|undefined} undefined if the group was not marked. again: number of dumps since then, but for
 *   those of releases that were there before
 */
function mendedState (group, mended) {
  if (mended === undefined) return undefined
  const later = group.dumps.filter(({ time }) => time > mended.time)
  const inOldReleases = later.filter(({ release }) => release !== undefined && mended.releases.includes(release)).length
  const again = later.length - inOldReleases
  return { state: again > 0 ? 'regressed' : 'mended', since: mended.time, again, inOldReleases }
}

/**
 * @param {Group[]} groups
 * @returns {ListedGroup[]}
 */
function withMarks (groups) {
  const marks = new Map([...new Set(groups.map(directoryOf))].map(directory => [directory, readMended(directory)]))
  return groups.map(group => {
    const mended = mendedState(group, marks.get(directoryOf(group))?.get(group.fingerprint))
    return mended === undefined ? group : { ...group, mended }
  })
}

/**
 * @param {Group} group
 * @returns {string} where the mark of the group is kept
 */
function directoryOf ({ dumps }) {
  return path.dirname(dumps[0].file)
}

module.exports = { directoryOf, readMended, withMarks, writeMended }

'use strict'
// Tells whose configuration files may decide what a process hides, stores and removes. A process may run in a directory
// of somebody else: a checkout, an upload, /tmp.

const fs = require('node:fs')
const path = require('node:path')

const WRITABLE_BY_GROUP = 0o020
const WRITABLE_BY_ALL = 0o002

/**
 * Settings by which somebody else could have secrets written down, crashes hidden, or dumps removed or written
 * elsewhere. The others only limit a dump, or hide more.
 */
const NEEDS_TRUST = Object.freeze([
  'dir',
  'fileLabel',
  'mode',
  'triggers',
  'requestSignal',
  'redact',
  'redactExcept',
  'record',
  'eventChannels',
  'env',
  'heap',
  'retainBytes',
  'retainCount',
  'retainSame',
  'ignore',
  'onDump',
  'stderr'
])

/**
 * @param {string} setting one of NEEDS_TRUST
 * @param {Readonly<Record<string, unknown>>} values of a file
 * @returns {boolean} true if the file sets it; false for levels of redaction that hide more than the default
 */
function isRisky (setting, values) {
  if (!Object.hasOwn(values, setting)) return false
  return setting !== 'redact' || (values.redact !== 'personal' && values.redact !== 'structure')
}

/**
 * @param {string} file
 * @param {fs.Stats} stats of the file
 * @returns {string | null} why the file's word is not taken for the settings that need trust; null if it is
 */
function whyNotTrusted (file, stats) {
  const directory = path.dirname(file)
  return whyNotOurs('the file', stats) ?? whyNotOurs(`its directory ${directory}`, fs.statSync(directory))
}

/**
 * @param {string} what
 * @param {fs.Stats} stats
 * @returns {string | null} null if nobody but root and the user of the process may change it
 */
function whyNotOurs (what, { uid, gid, mode }) {
  const user = process.getuid?.()
  if (user === undefined) return null // Windows, whose access lists Node.js does not tell
  if (uid !== user && uid !== 0) return `${what} belongs to another user`
  // On systems on which each user has a group with the user's number, files are writable by the group by default.
  const isOwnGroup = gid === user || gid === 0
  if ((mode & WRITABLE_BY_ALL) !== 0 || ((mode & WRITABLE_BY_GROUP) !== 0 && !isOwnGroup)) {
    return `other users may write to ${what}`
  }
  return null
}

module.exports = { NEEDS_TRUST, isRisky, whyNotTrusted }

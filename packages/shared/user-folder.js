'use strict'
// Finds the folder in which the collector keeps files for later processes of this user. What is there is believed, so
// nobody else may be able to write to it.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const WRITABLE_BY_OTHERS = 0o022

/**
 * @param {string} file
 * @returns {fs.Stats | null} null when there is no such file, or others than this user may have written to it
 */
function ownStats (file) {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false })
  const isOwn = stats !== undefined && stats.uid === process.getuid?.() && (stats.mode & WRITABLE_BY_OTHERS) === 0
  return isOwn ? stats : null
}

/**
 * @param {string} folder
 * @param {boolean} create true: makes it if it is missing
 * @returns {boolean} true if it is there, and only this user may write to it
 */
function isOwnFolder (folder, create) {
  try {
    if (create) fs.mkdirSync(folder, { mode: 0o700 })
  } catch {
    // It is there already, or can't be made: the check below tells which.
  }
  return ownStats(folder)?.isDirectory() === true
}

/**
 * @param {boolean} create true: makes the folder if it is missing
 * @returns {string | null} path; null when there is no folder that only this user may write to
 */
function userFolder (create) {
  const { XDG_CACHE_HOME: configured = '' } = process.env
  const cache = path.isAbsolute(configured) ? configured : path.join(os.homedir(), '.cache')
  // The cache folder of another user is not taken: after `sudo` HOME is often still that of the other user.
  const candidates = ownStats(cache)?.isDirectory() ? [path.join(cache, 'crash-collector')] : []
  candidates.push(path.join(os.tmpdir(), `crash-collector-${process.getuid?.()}`))
  return candidates.find(folder => isOwnFolder(folder, create)) ?? null
}

module.exports = { isOwnFolder, ownStats, userFolder }

'use strict'
// What a trial of a build of Node.js found: one small file for each build, so that the trial, which may crash, is made
// once.
//
// There are two folders. The package's own is filled by its install script; who can write there can change this code.
// The user's own is believed only where nobody else could have written to it, because a wrong "it works" would make
// every process of the user crash.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { version } = require('../../../package.json')
const { ownFile } = require('../own-files')

const PACKAGE_FOLDER = ownFile('prebuilds', 'tried-builds')
/** A failure may be the machine's: no memory, no time. After a day it is tried again. */
const FAILURE_HOLDS_MS = 24 * 60 * 60 * 1000
const MAX_BYTES = 4096
const WRITABLE_BY_OTHERS = 0o022

/** @typedef {{ passed: boolean, problem: string }} TrialResult problem: '' when it passed */

/**
 * @param {string} buildId hex
 * @returns {string} a result holds for one addon, too
 */
function recordName (buildId) {
  return `${buildId}-${version}-${process.versions.modules}.json`
}

/**
 * @param {string} file
 * @returns {fs.Stats | null} null where there is none, and where it is not the user's alone
 */
function ownStats (file) {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false })
  const isOwn = stats !== undefined && stats.uid === process.getuid?.() && (stats.mode & WRITABLE_BY_OTHERS) === 0
  return isOwn ? stats : null
}

/**
 * @param {boolean} create
 * @returns {string | null} null when there is none that is the user's alone
 */
function userFolder (create) {
  const { XDG_CACHE_HOME: configured = '' } = process.env
  const cache = path.isAbsolute(configured) ? configured : path.join(os.homedir(), '.cache')
  // Not into the cache of another user, whose HOME is often left standing when one becomes root.
  const candidates = ownStats(cache)?.isDirectory() ? [path.join(cache, 'crash-collector')] : []
  candidates.push(path.join(os.tmpdir(), `crash-collector-${process.getuid?.()}`))
  for (const folder of candidates) {
    try {
      if (create) fs.mkdirSync(folder, { mode: 0o700 })
    } catch {
      // It is there already, or can't be made: the next line tells.
    }
    if (ownStats(folder)?.isDirectory()) return folder
  }
  return null
}

/**
 * @param {string} file
 * @returns {TrialResult | null} null when it is not there, not readable, or a failure of long ago
 */
function readRecord (file) {
  try {
    const { size, mtimeMs } = fs.statSync(file)
    const record = size <= MAX_BYTES ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
    if (record?.passed === true) return { passed: true, problem: '' }
    return Date.now() - mtimeMs < FAILURE_HOLDS_MS ? { passed: false, problem: String(record?.problem) } : null
  } catch {
    return null
  }
}

/**
 * @param {string} buildId
 * @returns {TrialResult | null} null when it was not tried
 */
function findResult (buildId) {
  const inPackage = readRecord(path.join(PACKAGE_FOLDER, recordName(buildId)))
  if (inPackage !== null) return inPackage
  try {
    const folder = userFolder(false)
    const file = folder === null ? null : path.join(folder, recordName(buildId))
    return file !== null && ownStats(file)?.isFile() ? readRecord(file) : null
  } catch {
    return null // no home directory
  }
}

/**
 * Claims a build for a trial, by a record of a failure: when the trial never ends, nor this process, that is what
 * stays. Of processes that start at once only one gets it.
 *
 * @param {string} buildId
 * @param {boolean} atInstall whether the result goes into the package
 * @returns {string | null} path of the record; null when it can't be written, or another process is at it
 */
function claimBuild (buildId, atInstall) {
  try {
    if (atInstall) fs.mkdirSync(PACKAGE_FOLDER, { recursive: true })
    const folder = atInstall ? PACKAGE_FOLDER : userFolder(true)
    if (folder === null) return null
    const file = path.join(folder, recordName(buildId))
    // What is there now is a failure of long ago, or of an installation before this one.
    if (atInstall || (fs.existsSync(file) && readRecord(file) === null)) fs.rmSync(file, { force: true })
    fs.writeFileSync(file, JSON.stringify({ passed: false, problem: 'the trial did not end' }), {
      flag: 'wx',
      mode: 0o644
    })
    return file
  } catch {
    return null
  }
}

/**
 * @param {string} file that claimBuild() returned
 * @param {TrialResult} result
 */
function writeResult (file, result) {
  const partial = `${file}.${process.pid}`
  try {
    fs.writeFileSync(partial, JSON.stringify(result), { flag: 'wx', mode: 0o644 })
    fs.renameSync(partial, file)
  } catch {
    fs.rmSync(partial, { force: true }) // the claim stays: a failure for a day
  }
}

/** @param {string} file that claimBuild() returned; there was no trial */
function giveUpClaim (file) {
  fs.rmSync(file, { force: true })
}

module.exports = { claimBuild, findResult, giveUpClaim, writeResult }

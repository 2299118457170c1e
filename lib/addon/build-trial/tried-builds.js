'use strict'
// Remembers the results of trials of builds of Node.js, in one small file for each build, so that a trial, which may
// crash, is made once.
//
// There are two folders. The package's own is filled by its install script; a user who can write there can change this
// code, too. The user's own is believed only if nobody else could have written to it, because a wrong "it works" would
// make every process of the user crash.

const fs = require('node:fs')
const path = require('node:path')

const { version } = require('../../../package.json')
const { ownFile } = require('../own-files')
const { ownStats, userFolder } = require('../../../packages/shared/user-folder')

const PACKAGE_FOLDER = ownFile('prebuilds', 'tried-builds')
/** A trial may fail because the machine lacks memory or time, so after a day it is made again. */
const FAILURE_HOLDS_MS = 24 * 60 * 60 * 1000
const MAX_BYTES = 4096

/** @typedef {{ passed: boolean, problem: string }} TrialResult problem: '' when it passed */

/**
 * @param {string} buildId hex
 * @returns {string} name of the file; it has the version of the addon, because a result holds for that alone
 */
function recordName (buildId) {
  return `${buildId}-${version}-${process.versions.modules}.json`
}

/**
 * @param {string} file
 * @returns {TrialResult | null} null when there is no readable record, or that of a failure more than a day ago
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
 * @returns {TrialResult | null} null when the build was not tried
 */
function findResult (buildId) {
  const inPackage = readRecord(path.join(PACKAGE_FOLDER, recordName(buildId)))
  if (inPackage !== null) return inPackage
  try {
    const folder = userFolder(false)
    const file = folder === null ? null : path.join(folder, recordName(buildId))
    return file !== null && ownStats(file)?.isFile() ? readRecord(file) : null
  } catch {
    return null // the user has no home directory
  }
}

/**
 * Claims a build for a trial by writing the record of a failure. If the trial or this process is killed, that record
 * stays. If several processes start at once, only one gets the claim.
 *
 * @param {string} buildId
 * @param {boolean} atInstall true: the record goes into the package's folder, for all users
 * @returns {string | null} path of the record; null when it can't be written, or another process has the claim
 */
function claimBuild (buildId, atInstall) {
  try {
    if (atInstall) fs.mkdirSync(PACKAGE_FOLDER, { recursive: true })
    const folder = atInstall ? PACKAGE_FOLDER : userFolder(true)
    if (folder === null) return null
    const file = path.join(folder, recordName(buildId))
    // A record that is there now is that of a failure more than a day ago, or of an earlier installation.
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
    fs.rmSync(partial, { force: true }) // the claim stays, and counts as a failure for a day
  }
}

/** @param {string} file that claimBuild() returned, if the trial could not be made */
function giveUpClaim (file) {
  fs.rmSync(file, { force: true })
}

module.exports = { claimBuild, findResult, giveUpClaim, writeResult }

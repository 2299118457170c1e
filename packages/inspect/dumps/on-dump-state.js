'use strict'
// Tells how the command of the setting `onDump` fared with a dump.

const fs = require('node:fs')
const path = require('node:path')
const { DONE, FAILED, SPOOL, WAITING, openDumps } = require('crash-collector-shared/dump/on-dump-spool')

/** @typedef {import('crash-collector-shared/dump/on-dump-spool').Attempts} Attempts */

const MAX_BYTES = 10_000

/**
 * state: waiting: for the command to run, or to end; failed: it does not run any more.
 * @typedef {{ state: 'waiting' | 'failed' } & Attempts} OnDumpState
 */

/**
 * @param {string} file a dump
 * @returns {OnDumpState | undefined} undefined when the command has succeeded, or was never asked for
 */
function onDumpState (file) {
  const spool = path.join(path.dirname(file), SPOOL)
  const name = path.basename(file)
  const mark = path.join(spool, name)
  try {
    if (!fs.existsSync(spool) || fs.existsSync(mark + DONE)) return undefined
    const failed = readAttempts(mark + FAILED)
    if (failed !== undefined) return { state: 'failed', ...failed }
    const waiting = readAttempts(mark + WAITING)
    if (waiting !== undefined) return { state: 'waiting', ...waiting }
    const isNew = openDumps([name], fs.readdirSync(spool)).length > 0
    return isNew ? { state: 'waiting', attempts: 0, reason: '' } : undefined
  } catch {
    return undefined // of another user
  }
}

/**
 * @param {string} mark path
 * @returns {Attempts | undefined} undefined when there is no such mark
 */
function readAttempts (mark) {
  const stats = fs.statSync(mark, { throwIfNoEntry: false })
  if (stats?.isFile() !== true || stats.size > MAX_BYTES) return undefined
  try {
    const { attempts, reason } = JSON.parse(fs.readFileSync(mark, 'utf8'))
    return { attempts: Number(attempts) || 0, reason: String(reason) }
  } catch {
    return { attempts: 0, reason: '' } // a full disk has cut it short
  }
}

module.exports = { onDumpState }

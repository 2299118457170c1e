'use strict'
// The files that wait until their receiver takes them: in a folder beside the dumps, each in the form in which it
// leaves the machine, without what the rules take out, and encrypted. They stay when a process or the machine ends, and
// when the retention removes the dump. The path of a file in the folder is its key in the store.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

/** @typedef {import('./address').Source} Source */
/** @typedef {{ key: string, file: string, bytes: number, modifiedMs: number }} Waiting */

const FOLDER = '.upload'
const PARTIAL = '.partial'
/** A file of this age that is still partial is left from a process that was killed. */
const STALE_MS = 60 * 60 * 1000
/** While so much waits, nothing more is copied; the dumps themselves are still there. */
const MAX_BYTES = 1024 ** 3

/**
 * @param {string} dump path
 * @param {string} form of what waits, because receivers take one form each
 * @returns {string} path
 */
function spoolBeside (dump, form) {
  return path.join(path.dirname(path.resolve(dump)), FOLDER, form)
}

/**
 * @param {Source} source
 * @param {string} name of a dump
 * @returns {string} by day and machine, because machines may give the same name to their dumps
 */
function keyOf (source, name) {
  const parsed = source.parseDumpName(name)
  if (parsed === null) {
    const hint = 'such as crash.20260301.101500.4242.0.1.ccdump'
    throw source.error('NAME_WRONG', `${name} is not the name of a dump`, hint)
  }
  const day = new Date(parsed.timeMs).toISOString().slice(0, 10)
  const host = os.hostname().replace(/[^\w.-]/g, '-').replace(/^\.+/, '') || 'unknown'
  return `day=${day}/host=${host}/${name}`
}

/**
 * @param {Source} source
 * @param {string} spool
 * @param {string} key
 * @param {Buffer | string} content
 */
function keep (source, spool, key, content) {
  const waiting = waitingIn(spool).reduce((sum, { bytes }) => sum + bytes, 0)
  if (waiting + content.length > MAX_BYTES) {
    throw source.error('SPOOL_FULL', `${spool} is full (${Math.round(waiting / 1024 ** 2)} MB wait)`, 'the dump stays')
  }
  makeOwn(source, path.dirname(spool))
  const file = path.join(spool, key)
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${process.pid}${PARTIAL}`
  fs.writeFileSync(partial, content, { mode: 0o600, flush: true })
  fs.renameSync(partial, file)
}

/**
 * Others may be able to write to the directory of the dumps, and could have made this folder.
 * @param {Source} source
 * @param {string} folder
 */
function makeOwn (source, folder) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stats = fs.lstatSync(folder)
  const user = process.getuid?.()
  if (!stats.isDirectory() || (user !== undefined && stats.uid !== user)) {
    throw source.error('SPOOL_FOREIGN', `${folder} is not a directory of this user`, 'remove it')
  }
}

/**
 * @param {string} spool
 * @returns {Waiting[]} the oldest first
 */
function waitingIn (spool) {
  if (!fs.existsSync(spool)) return []
  /** @type {Waiting[]} */
  const found = []
  for (const name of /** @type {string[]} */ (fs.readdirSync(spool, { recursive: true }))) {
    const file = path.join(spool, name)
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    if (stats?.isFile() !== true) continue // a folder, or another process has sent it
    if (!name.endsWith(PARTIAL)) {
      found.push({ key: name.split(path.sep).join('/'), file, bytes: stats.size, modifiedMs: stats.mtimeMs })
    } else if (Date.now() - stats.mtimeMs > STALE_MS) {
      fs.rmSync(file, { force: true })
    }
  }
  return found.sort((a, b) => a.modifiedMs - b.modifiedMs)
}

module.exports = { keep, keyOf, spoolBeside, waitingIn }

'use strict'
// Preloaded before the collector: makes one call of the file system fail that concerns the collector's files, or all
// from that one on; or ends the process there; or lets the clock jump. FAULT says what.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { isMainThread } = require('node:worker_threads')

/**
 * @typedef {object} Fault
 * @property {number} [at] the number of the call, from 1 on
 * @property {string} [code] the call fails with this error
 * @property {boolean} [stays] true: all later calls fail, too
 * @property {'before'|'half'|'after'} [kill] the process is killed: before the call, in a write when half of the bytes
 *   are written, or after the call
 * @property {number} [clockMs] the clock jumps by so much, to and fro, whenever it is asked
 */

/** @type {Fault} */
const { at = 0, code, stays = false, kill, clockMs = 0 } = JSON.parse(process.env.FAULT ?? '{}')
const real = { ...fs }
const directory = process.cwd()
/** Descriptors of files below the working directory, where nobody else has any. @type {Set<number>} */
const ours = new Set()
let calls = 0

/** @param {unknown} place a path or a descriptor */
function isOurs (place) {
  if (typeof place === 'number') return ours.has(place)
  return typeof place === 'string' && path.resolve(directory, place).startsWith(directory)
}

/**
 * @param {string} syscall
 * @param {unknown} place
 */
function failure (syscall, place) {
  const where = typeof place === 'string' ? ` '${place}'` : ''
  const error = new Error(`${code}: made to fail, ${syscall}${where}`)
  return Object.assign(error, { errno: -os.constants.errno[code], code, syscall })
}

function killNow () {
  process.kill(process.pid, 'SIGKILL')
}

/** @param {string} name of a function whose first argument is a path or a descriptor */
function wrap (name) {
  const call = real[name]
  fs[name] = function (place, ...rest) {
    const counts = isMainThread && isOurs(place)
    if (counts) calls++
    const isAt = counts && calls === at
    if (counts && process.env.FAULT_CALLS !== undefined) real.writeFileSync(process.env.FAULT_CALLS, String(calls))
    if (isAt && kill === 'before') killNow()
    if (isAt && kill === 'half' && name === 'writeSync') {
      if (typeof rest[0] !== 'string') call.call(fs, place, rest[0], rest[1], Math.ceil(rest[2] / 2))
      killNow()
    }
    if (code !== undefined && counts && (isAt || (stays && calls > at))) {
      if (name === 'closeSync') call.call(fs, place)
      if (name === 'existsSync') return false
      throw failure(name.replace('Sync', ''), place)
    }
    const result = call.call(fs, place, ...rest)
    if (isAt && kill !== undefined) killNow()
    if (name === 'openSync' && counts) ours.add(result)
    if (name === 'closeSync') ours.delete(place)
    return result
  }
}

for (const name of [
  ...['accessSync', 'chmodSync', 'closeSync', 'existsSync', 'fchmodSync', 'fstatSync', 'fsyncSync', 'linkSync'],
  ...['lstatSync', 'mkdirSync', 'openSync', 'readSync', 'readdirSync', 'renameSync', 'rmSync', 'statSync'],
  ...['unlinkSync', 'writeSync']
]) {
  wrap(name)
}

if (clockMs !== 0) {
  const { now } = Date
  let asked = 0
  Date.now = () => now() + (asked++ % 2 === 0 ? clockMs : -clockMs)
}

'use strict'

const fs = require('node:fs')
const { readConfig } = require('crash-collector-shared/config')
const { whyNotWritable } = require('crash-collector-shared/dump/store')

const MB = 1024 * 1024
/** A dump with the default limits is smaller. */
const ENOUGH_BYTES = 50 * MB

/** @returns {import('../types').Finding[]} */
function directory () {
  const { dir } = readConfig().config
  const reason = whyNotWritable(dir)
  if (reason !== null) {
    const text = `dumps cannot be written to ${dir}: ${reason}`
    return [{ state: 'fails', text, remedy: 'set CRASH_COLLECTOR_DIR to a directory that the process may write to' }]
  }
  const free = freeBytes(dir)
  if (free < ENOUGH_BYTES) {
    const text = `dumps go to ${dir}, where only ${Math.round(free / MB)} MB are free`
    return [{ state: 'note', text, remedy: '`npx crash-collector prune --keep 5` makes room' }]
  }
  return [{ state: 'ok', text: `dumps go to ${dir}` }]
}

/** @param {string} dir that may not exist yet */
function freeBytes (dir) {
  try {
    const { bavail, bsize } = fs.statfsSync(fs.existsSync(dir) ? dir : '.')
    return bavail * bsize
  } catch {
    return Infinity // a file system that does not say
  }
}

module.exports = { directory }

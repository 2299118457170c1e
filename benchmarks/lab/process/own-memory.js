'use strict'

const fs = require('node:fs')

/**
 * Resident memory without mapped files. Pages of files are shared with all processes that use them, and the system can
 * drop them.
 * @returns {{ ownMb?: number }} empty where the system does not tell it
 */
function ownMemory () {
  if (process.platform !== 'linux') return {}
  const [, kilobytes] = /^Anonymous: +(\d+) kB$/m.exec(fs.readFileSync('/proc/self/smaps_rollup', 'utf8')) ?? []
  return kilobytes === undefined ? {} : { ownMb: Number(kilobytes) / 1024 }
}

module.exports = { ownMemory }

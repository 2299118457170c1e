'use strict'
// Finds the dump that the words of a user name.

const fs = require('node:fs')
const { readConfig } = require('../../config')
const { CrashCollectorError } = require('../../errors')
const { listDumps } = require('../../dump/store')

/**
 * @returns {string} the directory in which a collector that starts here would write: from the environment, the
 *   configuration file or the default
 */
function dumpDirectory () {
  return readConfig().config.dir
}

/**
 * @param {string} [name] a path, `last` for the newest dump, or a dump's number in `list`
 * @returns {string}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND
 */
function findDump (name = 'last') {
  const number = name === 'last' ? 1 : /^[1-9]\d{0,5}$/.test(name) && !fs.existsSync(name) ? Number(name) : 0
  if (number === 0) return name
  const directory = dumpDirectory()
  const hint = 'name a dump, or set CRASH_COLLECTOR_DIR to where the dumps are'
  if (!fs.existsSync(directory)) {
    throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no directory ${directory}`, { hint })
  }
  const dumps = listDumps(directory)
  if (number <= dumps.length) return dumps[number - 1].path
  const found =
    dumps.length === 0
      ? 'there is no dump'
      : dumps.length === 1
        ? 'there is only one dump'
        : `there are only ${dumps.length} dumps`
  throw new CrashCollectorError('DUMP_NOT_FOUND', `${found} in ${directory}`, { hint })
}

module.exports = { findDump, dumpDirectory }

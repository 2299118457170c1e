'use strict'
// Opens a dump for viewers, and corrects what can be corrected only when a dump is read.

const { readDump } = require('../reader')
const { markExitedBlocks } = require('./exited-blocks')
const { takePassedValues } = require('./passed')
const { restoreNames } = require('./restore-names')
const { markUninitialised } = require('./uninitialised')

/** @typedef {import('../reader').Dump} Dump */

/**
 * @param {string} file
 * @param {Parameters<typeof readDump>[1] & { prepare?: (dump: Dump) => void }} [options] prepare: is called before
 *   anything else is done with the dump
 * @returns {Promise<Dump>}
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} as readDump()
 */
async function openDump (file, { prepare = () => {}, ...options } = {}) {
  const dump = await readDump(file, options)
  prepare(dump)
  markUninitialised(dump)
  markExitedBlocks(dump)
  if (options.summary !== true) {
    takePassedValues(dump)
    restoreNames(dump)
  }
  return dump
}

module.exports = { openDump }

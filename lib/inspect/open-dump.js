'use strict'
// A dump as it is shown: with what a reader can put right afterwards.

const { readDump } = require('../dump/reader')
const { markUninitialised } = require('./uninitialised')

/**
 * @param {string} file
 * @param {Parameters<typeof readDump>[1]} [options]
 * @returns {ReturnType<typeof readDump>}
 * @throws {import('../errors').CrashCollectorError} as readDump()
 */
async function openDump (file, options) {
  const dump = await readDump(file, options)
  markUninitialised(dump)
  return dump
}

module.exports = { openDump }

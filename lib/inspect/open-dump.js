'use strict'
// A dump as it is shown: with what a reader can put right afterwards.

const { readDump } = require('../dump/reader')
const { goDeeper } = require('./heap-snapshot/go-deeper')
const { markUninitialised } = require('./uninitialised')

/**
 * @param {string} file
 * @param {Parameters<typeof readDump>[1] & { deeper?: boolean }} [options] deeper: go on in the heap snapshot beside it
 * @returns {ReturnType<typeof readDump>}
 * @throws {import('../errors').CrashCollectorError} as readDump()
 */
async function openDump (file, { deeper = false, ...options } = {}) {
  const dump = await readDump(file, options)
  markUninitialised(dump)
  if (deeper) await goDeeper(dump)
  return dump
}

module.exports = { openDump }

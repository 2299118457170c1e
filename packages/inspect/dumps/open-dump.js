'use strict'
// Opens a dump for viewers, and corrects what can be corrected only when a dump is read.

const { readDump } = require('../reader')
const { attachSnapshot } = require('../heap-snapshot/attach-snapshot')
const { markExitedBlocks } = require('./exited-blocks')
const { restoreNames } = require('./restore-names')
const { plain } = require('../text/terminal-text')
const { markUninitialised } = require('./uninitialised')

/** @typedef {import('../reader').Dump} Dump */

/**
 * @param {string} file
 * @param {Parameters<typeof readDump>[1] & { deeper?: boolean, writeError?: (line: string) => void,
 *   prepare?: (dump: Dump) => void }} [options] deeper: also read objects from the heap snapshot beside the dump;
 *   writeError: is told why the snapshot can't be used; prepare: is called before anything else is done with the dump
 * @returns {Promise<Dump>}
 * @throws {import('crash-collector-shared/errors').CrashCollectorError} as readDump()
 */
async function openDump (file, { deeper = false, writeError = () => {}, prepare = () => {}, ...options } = {}) {
  const dump = await readDump(file, options)
  prepare(dump)
  markUninitialised(dump)
  markExitedBlocks(dump)
  if (options.summary !== true) restoreNames(dump)
  if (deeper) attachSnapshot(dump, why => writeError(`crash-collector: ${plain(why)}\n`))
  return dump
}

module.exports = { openDump }

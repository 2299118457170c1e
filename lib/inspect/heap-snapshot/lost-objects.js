'use strict'
// Counts the objects that a dump refers to and that the heap snapshot beside it does not have, because the process had
// let go of them before the snapshot was taken.

const fs = require('node:fs')
const { heapSnapshotPath } = require('../../dump/store')
const { CrashCollectorError } = require('../../errors')
const { heapSnapshotText } = require('./unpack')

/**
 * Reads the beginning of the snapshot only.
 * @param {import('../../dump/reader').Dump} dump
 * @returns {Promise<number>} 0 without a snapshot, or with one that can't be read
 */
async function lostObjects (dump) {
  const file = heapSnapshotPath(dump.file)
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return 0
  // The snapshot knows of all captures of the process, also of those that belong to other errors.
  const ofDump = new Set(Array.from(dump.objectIds(), objectId => objectId.replace(/\d+$/, '')))
  let lost = 0
  const sink = {
    settings: () => {},
    objects: (/** @type {string} */ prefix, /** @type {number} */ died) => {
      if (ofDump.has(prefix)) lost += died
    }
  }
  try {
    // All records of captured objects stand before the first piece of text.
    const text = heapSnapshotText(file, sink)
    await text.next()
    await text.return()
  } catch (error) {
    if (!(error instanceof CrashCollectorError)) throw error
    return 0
  }
  return lost
}

/** @param {number} count */
function lostObjectsText (count) {
  return (
    `${count} captured object${count === 1 ? '' : 's'} had been collected before the heap snapshot was taken: ` +
    `no more of ${count === 1 ? 'it' : 'them'} is known than the dump has`
  )
}

module.exports = { lostObjects, lostObjectsText }

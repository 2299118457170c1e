'use strict'
// Counts the objects that a dump refers to and that the heap snapshot beside it does not have, because they had been
// collected before the snapshot was taken.

const fs = require('node:fs')
const { heapSnapshotPath } = require('crash-collector-shared/dump/store')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { heapSnapshotText } = require('./unpack')

/**
 * Counts the objects from the beginning of the snapshot; the rest is not read.
 * @param {import('../reader').Dump} dump
 * @returns {Promise<number>} 0 if there is no snapshot, or if it can't be read
 */
async function lostObjects (dump) {
  const file = heapSnapshotPath(dump.file)
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return 0
  // The snapshot records all captures of the process, including those of other errors.
  const ofDump = new Set(Array.from(dump.objectIds(), objectId => objectId.replace(/\d+$/, '')))
  let lost = 0
  const sink = {
    settings: () => {},
    objects: (/** @type {string} */ prefix, /** @type {number} */ died) => {
      if (ofDump.has(prefix)) lost += died
    }
  }
  try {
    // The records of captured objects stand before the first piece of text.
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

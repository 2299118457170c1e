'use strict'
// Lets viewers follow the objects of a dump into the heap snapshot beside it.

const fs = require('node:fs')
const { heapSnapshotPath } = require('crash-collector-shared/dump/store')
const { HeapNodes } = require('./heap-nodes')
const { HeapObjects, isCut } = require('./heap-objects')
const { createHider } = require('./hide-secrets')

/** @typedef {import('../reader').Dump} Dump */

/**
 * Ids as the collector and heap-values.js assign them. Objects with other ids were made later, for a debugger or by an
 * expression, and are in no snapshot.
 */
const KNOWN_ID = /^(?:heap:\d+(?::\d+)?|(?:[^.]+\.)*\d+)$/

/**
 * Attaches the snapshot. It is read when a viewer first needs a value that the dump does not have.
 * @param {Dump} dump
 * @param {(why: string) => void} tell called at most once, if the snapshot can't be used; the dump works without it
 */
function attachSnapshot (dump, tell) {
  const file = heapSnapshotPath(dump.file)
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return
  /** @type {HeapObjects | null | undefined} undefined: not read yet; null: can't be used */
  let objects
  const read = () => {
    if (objects === undefined) objects = readObjects(file, dump, tell)
    return objects
  }
  dump.continueWith({
    get isUnread () {
      return objects === undefined
    },
    object: objectId => (KNOWN_ID.test(objectId) ? read()?.object(objectId) : undefined),
    complete: record => (isCut(record) ? (read()?.complete(record) ?? record) : record)
  })
}

/**
 * @param {string} file
 * @param {Dump} dump
 * @param {(why: string) => void} tell
 * @returns {HeapObjects | null}
 */
function readObjects (file, dump, tell) {
  try {
    const nodes = HeapNodes.read(file)
    if (nodes.captured.size > 0) {
      return new HeapObjects(nodes, dump, createHider(dump.header.redaction.enabled, nodes.settings))
    }
    tell(
      'the heap snapshot beside the dump knows none of its objects' +
        (nodes.died > 0 ? `: all ${nodes.died} had been collected` : '')
    )
  } catch (error) {
    tell(`${error instanceof Error ? error.message : String(error)}; values end where the dump does`)
  }
  return null
}

module.exports = { attachSnapshot }

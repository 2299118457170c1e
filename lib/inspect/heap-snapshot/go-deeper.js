'use strict'
// Where a dump ends and a heap snapshot lies beside it: the dump's objects go on from there.

const fs = require('node:fs')
const { heapSnapshotPath } = require('../../dump/store')
const { HeapNodes } = require('./heap-nodes')
const { HeapObjects } = require('./heap-objects')
const { hiderFor } = require('./hide-secrets')

/**
 * @param {import('../../dump/reader').Dump} dump
 * @returns {Promise<string | null>} why it doesn't, although there is a snapshot
 */
async function goDeeper (dump) {
  const file = heapSnapshotPath(dump.file)
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null
  try {
    const nodes = await HeapNodes.read(file)
    if (nodes.captured.size > 0) dump.goOnWith(new HeapObjects(nodes, dump, hiderFor(dump.header.redaction.enabled, nodes.settings)))
    return null
  } catch (error) {
    // The dump is as good as without.
    return error instanceof Error ? error.message : String(error)
  }
}

module.exports = { goDeeper }

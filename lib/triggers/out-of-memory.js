'use strict'
// Writes the dump of a heap that is full. V8 has given some room for it (src/heap/heap_limit.h), and ends the process,
// or the worker, afterwards.

const { errorLine } = require('../capture/values/read-error')
const { nativeSnapshot } = require('../capture/snapshot/native-snapshot')
const { newReport, saveDump } = require('../capture/write/save-dump')
const { enterCollector } = require('../safe/enter-collector')

/**
 * @typedef {import('../capture/types').Context} Context
 * @typedef {import('../../packages/shared/dump/terms').HeapLimit} HeapLimit
 */

/**
 * Never throws. Prints the line that names the dump at once, because the process does not come to its end by itself.
 * @param {Context} context
 * @param {number} captureId 0 if no stack was captured
 * @param {HeapLimit} heapLimit
 * @returns {boolean} true if there is a dump
 */
function saveAtHeapLimit (context, captureId, heapLimit) {
  /** @type {import('../capture/types').Saved} */
  let saved
  try {
    saved = enterCollector(context.native, () => save(context, captureId, heapLimit))
  } catch (error) {
    saved = { path: null, problem: errorLine(error), noHeapSnapshot: null }
  }
  context.notices.sayDumpWritten(saved)
  return saved.path !== null
}

/**
 * @param {Context} context
 * @param {number} captureId
 * @param {HeapLimit} heapLimit
 */
function save (context, captureId, heapLimit) {
  const { native } = context
  context.redactor() // values that have become secret since the start are hidden
  const own = native === null || captureId === 0 ? null : nativeSnapshot(native, captureId)
  const report = newReport(context, 'outOfMemory', { heapLimit })
  if (own === null) {
    report.notCaptured[0] = { what: 'callFrames', reason: 'unavailable' }
  } else {
    report.snapshots[0] = own
    report.match = 'identity'
    if (own.callFrames.frames.length === 0) report.notCaptured[0] = { what: 'callFrames', reason: 'unmatched' }
  }
  return saveDump(context, report)
}

module.exports = { saveAtHeapLimit }

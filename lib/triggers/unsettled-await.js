'use strict'
// Writes the dump of a process, or a worker, that ends because its event loop is empty while a top-level await is
// pending: Node.js then sets the exit code 13. Nothing was thrown and nothing runs, so the frames of the dump are the
// suspended functions: the module, and those that it waits for.

const { findTasks } = require('../capture/async-tasks/find')
const { pendingModule } = require('../capture/async-tasks/pending-module')
const { nativeSnapshot } = require('../capture/snapshot/native-snapshot')
const { newReport, saveDump } = require('../capture/write/save-dump')
const { ArrayIncludes, BigInt, hrtime } = require('../safe/primordials')

/** @typedef {import('../addon/native-functions').HookFunctions} HookFunctions */
/** @typedef {import('../addon/native-functions').HeapFunctions} HeapFunctions */
/** @typedef {import('../addon/native-functions').TaskFunctions} TaskFunctions */
/** @typedef {import('../capture/types').Context} Context */

/**
 * @param {Context} context
 * @returns {import('../capture/types').Saved | null} null if the settings want no dump of this end, if no module is
 *   pending after all, or if the addon cannot read suspended functions itself: at the end of the process V8's debugger
 *   pauses no more
 */
function saveUnsettled (context) {
  const { captures, config, native } = context
  if (native === null || !captures.areNative || !ArrayIncludes(config.triggers, 'unsettledTopLevelAwait')) return null
  context.redactor()
  const report = newReport(context, 'unsettledTopLevelAwait', {})
  const found = findPending(context, native)
  if (found !== null) {
    const pending = pendingModule(found.tasks)
    if (pending.length === 0 && found.isComplete) return null
    const generators = []
    for (let i = 0; i < pending.length; i++) generators[i] = pending[i].generator
    const snapshot = pending.length === 0 ? null : nativeSnapshot(native, native.captureSuspended(generators))
    if (snapshot !== null) report.snapshots[0] = snapshot
  }
  return saveDump(context, report)
}

/**
 * @param {Context} context
 * @param {HookFunctions & HeapFunctions & TaskFunctions} native
 * @returns {ReturnType<typeof findTasks>} null if the heap cannot be searched, or the settings forbid it
 */
function findPending ({ config, taskProbes }, native) {
  const heap = /** @type {{ usedBytes: number }} */ (native.heapState())
  if (config.asyncTasks === 'off' || heap.usedBytes > config.asyncTasksMaxHeapBytes) return null
  return findTasks(native, taskProbes, { asyncTasks: 'auto' }, hrtime() + BigInt(config.asyncTasksMs) * 1_000_000n)
}

module.exports = { saveUnsettled }

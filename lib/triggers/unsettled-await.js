'use strict'
// Writes the dump of a process, or a worker, that ends because its event loop is empty while a top-level await is
// pending: Node.js then sets the exit code 13. Nothing was thrown and nothing runs, so the frames of the dump are the
// suspended functions: the module, and those that it waits for.

const { findTasks } = require('../capture/async-tasks/find')
const { createTaskTime } = require('../capture/async-tasks/task-time')
const { pendingModule } = require('../capture/async-tasks/pending-module')
const { nativeSnapshot } = require('../capture/snapshot/native-snapshot')
const { newReport, saveDump } = require('../capture/write/save-dump')
const { ArrayIncludes, BigInt, hrtime } = require('../safe/primordials')

/** @typedef {import('../addon/native-functions').HookFunctions} HookFunctions */
/** @typedef {import('../addon/native-functions').HeapFunctions} HeapFunctions */
/** @typedef {import('../addon/native-functions').TaskFunctions} TaskFunctions */
/** @typedef {import('../capture/types').Context} Context */

/**
 * The module whose top-level await is pending, and the functions that it waits for, before the listeners on `exit`,
 * which may settle what they wait for.
 * @typedef {object} Unsettled
 * @property {import('../capture/types').Snapshot | null} snapshot null if the heap was not searched
 */

/**
 * @param {Context} context
 * @returns {Unsettled | null} null if the settings want no dump of this end, if no module is pending after all, or if
 *   the addon cannot read suspended functions itself: at the end of the process V8's debugger pauses no more
 */
function captureUnsettled (context) {
  const { captures, config, native } = context
  if (native === null || !captures.areNative || !ArrayIncludes(config.triggers, 'unsettledTopLevelAwait')) return null
  context.redactor()
  const found = findPending(context, native)
  if (found === null) return { snapshot: null }
  const pending = pendingModule(found.tasks)
  if (pending.length === 0) return found.isComplete ? null : { snapshot: null }
  const generators = []
  for (let i = 0; i < pending.length; i++) generators[i] = pending[i].generator
  return { snapshot: nativeSnapshot(native, native.captureSuspended(generators)) }
}

/**
 * @param {Context} context
 * @param {Unsettled} unsettled
 * @returns {import('../capture/types').Saved | null}
 */
function saveUnsettled (context, { snapshot }) {
  const report = newReport(context, 'unsettledTopLevelAwait', {})
  if (snapshot !== null) report.snapshots[0] = snapshot
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
  const time = createTaskTime(native, config.asyncTasksMs, hrtime() + BigInt(config.deadlineMs) * 1_000_000n)
  return findTasks(native, taskProbes, { asyncTasks: 'auto' }, time)
}

module.exports = { captureUnsettled, saveUnsettled }

'use strict'
// Writes a dump of the running process, because its event loop is blocked, somebody asks for one, a signal asks the
// process to end, or its container's memory is nearly used up. The addon calls this in an interrupt of V8, at any place
// of the application's functions, and the program goes on afterwards.

const { addStack } = require('./add-stack')
const { findTasks } = require('../capture/async-tasks/find')
const { createTaskTime } = require('../capture/async-tasks/task-time')
const { enterCollector } = require('../safe/enter-collector')
const { errorLine } = require('../capture/values/read-error')
const { readHttpRequests } = require('../capture/process-state/http-requests')
const { newReport, saveDump } = require('../capture/write/save-dump')
const { pruneAfterDump } = require('../../packages/shared/dump/retention')
const { ArrayIncludes, BigInt, JSONStringify, MathMin, MathRound, hrtime } = require('../safe/primordials')

/** @typedef {import('../capture/types').Context} Context */

/**
 * The reasons, in the order of src/watch/thread_entry.h. `line`: whether a line on stderr names the dump; whoever runs
 * `crash-collector capture` gets the path there.
 */
const CAUSES = /** @type {const} */ ([
  { trigger: 'blockedLoop', line: true },
  { trigger: 'request', line: false },
  { trigger: 'request', line: true },
  { trigger: 'terminated', line: true },
  { trigger: 'memoryLimit', line: true }
])

/** The signals that may ask a process to end, on Linux. @type {Record<number, 'SIGINT' | 'SIGTERM'>} */
const SIGNALS = { 2: 'SIGINT', 15: 'SIGTERM' }

/**
 * In a larger heap the suspended functions of a process that lives on are only searched for if that is asked for. The
 * search takes about a millisecond for each MB (docs/caveats.md), and a dump on request should not stop a service for
 * longer than a fifth of a second.
 */
const BYTES_PER_MS = 1024 * 1024
const MAX_HEAP_BYTES_FOR_TASKS = 100 * BYTES_PER_MS

/**
 * Limits of what is read besides the capture. They keep the pause short by the amount that is read. The time is for the
 * worst case only: on a busy machine a shorter one would leave out the sources, which come late and take next to none.
 */
const LIMITS = { maxObjects: 20_000, asyncTasksMs: 100, deadlineMs: 1000 }

/**
 * @typedef {object} Entered
 * @property {number} cause index in CAUSES
 * @property {number} captureId 0 if the addon cannot read the stack
 * @property {boolean} allTasks
 * @property {number} blockedMs
 * @property {number} waitedMs
 * @property {number} signal that asks the process to end; 0 for none
 * @property {number} usedBytes memory of the control group
 * @property {number} limitBytes how much it may be; 0 if that is not the reason
 * @property {number} outerGroups how many groups further out than that of the process it is
 */

/**
 * Never throws.
 * @param {Context} context
 * @param {Entered} entered
 * @returns {string} JSON for the process that has asked: `{ path }` or `{ problem }`
 */
function saveRunning (context, entered) {
  const { trigger, line } = CAUSES[entered.cause]
  try {
    return enterCollector(context.native, () => {
      const problem = whyNot(context, trigger)
      if (problem !== null) return JSONStringify({ problem })
      const report = reportOf(context, trigger, entered)
      const isTerminated = trigger === 'terminated'
      if (isTerminated && !isBusy(context, report)) return JSONStringify({ problem: 'nothing is under way' })
      // A process that is to end may take as long as one that crashes.
      const within = isTerminated ? context : withinPause(context, entered.allTasks, report)
      const saved = saveDump(within, report)
      if (saved.path !== null) pruneAfterDump(context.config.dir, context.config)
      if (line) context.notices.sayDumpWritten(saved)
      return JSONStringify(saved.path === null ? { problem: saved.problem } : { path: saved.path })
    })
  } catch (error) {
    context.notices.failed(error)
    return JSONStringify({ problem: errorLine(error) })
  }
}

/**
 * @param {Context} context
 * @param {import('../../packages/shared/dump/terms').Trigger} trigger
 * @returns {string | null} null if a dump is to be written
 */
function whyNot ({ config, fallback, native }, trigger) {
  if (!ArrayIncludes(config.triggers, trigger)) return `its settings have no trigger ${trigger}`
  // While somebody looks at the program in a debugger, its event loop stands still.
  if (trigger === 'blockedLoop' && native !== null && fallback().whyNoPause(native) === 'debuggerAttached') {
    return 'a debugger is attached'
  }
  return null
}

/**
 * @param {Context} context
 * @param {boolean} allTasks
 * @param {import('../capture/types').Report} report its `notCaptured` gets what the limits leave out
 * @returns {Context} with limits for a process that is to live on
 */
function withinPause (context, allTasks, { trigger, notCaptured }) {
  const { config, native } = context
  const { asyncTasks, asyncTasksMs, deadlineMs, maxObjects } = config
  if (allTasks) {
    const limits = { asyncTasksMaxHeapBytes: Infinity, asyncTasksMs: deadlineMs }
    return { ...context, config: { ...config, ...limits } }
  }
  // A process that is about to be killed has the time of one that crashes: counting a large heap takes long.
  const times =
    trigger === 'memoryLimit'
      ? { asyncTasksMs, deadlineMs }
      : {
          asyncTasksMs: MathMin(asyncTasksMs, LIMITS.asyncTasksMs),
          deadlineMs: MathMin(deadlineMs, LIMITS.deadlineMs)
        }
  const limited = { ...config, ...times, maxObjects: MathMin(maxObjects, LIMITS.maxObjects) }
  const heap = /** @type {{ usedBytes: number } | undefined} */ (native?.heapState())
  if (asyncTasks === 'off' || heap === undefined || heap.usedBytes <= MAX_HEAP_BYTES_FOR_TASKS) {
    return { ...context, config: limited }
  }
  const pauseMs = MathRound(heap.usedBytes / BYTES_PER_MS)
  notCaptured[notCaptured.length] = {
    what: 'asyncTasks',
    reason: 'timeout',
    detail: `finding them stops the process for about ${pauseMs} ms; \`npx crash-collector capture --tasks\` does it`
  }
  return { ...context, config: { ...limited, asyncTasks: 'off' } }
}

/**
 * @param {Context} context
 * @param {import('../../packages/shared/dump/terms').Trigger} trigger
 * @param {Entered} entered
 * @returns {import('../capture/types').Report}
 */
function reportOf (context, trigger, entered) {
  const { captureId, blockedMs, waitedMs, signal, usedBytes, limitBytes, outerGroups } = entered
  const interrupt = {
    blockedMs: trigger === 'blockedLoop' ? blockedMs : undefined,
    waitedMs,
    signal: signal === 0 ? undefined : SIGNALS[signal]
  }
  const memoryLimit =
    limitBytes === 0
      ? undefined
      : { limitBytes, usedBytes, outerGroups: outerGroups === 0 ? undefined : outerGroups }
  const report = newReport(context, trigger, { interrupt, memoryLimit })
  context.redactor() // values that have become secret since the capture are hidden
  addStack(context, report, 'interrupt', () => captureId)
  return report
}

/**
 * True if JavaScript runs, an HTTP request is under way, or a function of the application is suspended.
 * @param {Context} context
 * @param {import('../capture/types').Report} report
 */
function isBusy ({ config, native, taskProbes }, { snapshots }) {
  for (let i = 0; i < snapshots.length; i++) if (snapshots[i].callFrames.frames.length > 0) return true
  if (readHttpRequests() !== undefined) return true
  const heap = /** @type {{ usedBytes: number } | undefined} */ (native?.heapState())
  if (native === null || heap === undefined || config.asyncTasks === 'off') return false
  if (heap.usedBytes > config.asyncTasksMaxHeapBytes) return false
  const time = createTaskTime(native, config.asyncTasksMs, hrtime() + BigInt(config.deadlineMs) * 1_000_000n)
  const found = findTasks(native, taskProbes, config, time)
  return found !== null && found.tasks.length > 0
}

module.exports = { saveRunning }

'use strict'
// Has the addon watch the main thread's event loop and the memory of a container, and take requests for dumps. What
// writes them is loaded with the first one (lib/parts.js).

const { builtinModule } = require('../safe/primordials')

/**
 * A built-in function or a system call may run so long until SIGTERM ends the process without a dump. With the time for
 * writing it is the ten seconds that `docker stop` waits.
 */
const ENTER_MS = 5000

/**
 * Workers are not watched: many of them block their loop on purpose, to wait for their next task.
 * @param {import('../capture/types').Configured & import('../capture/types').CaptureAccess} context with the addon, of
 *   the main thread
 * @param {(entered: import('./running-process').Entered) => string} save
 */
function watchThread ({ native, config }, save) {
  const { triggers, blockedLoopMs, memoryLimitPercent, requestSignal, deadlineMs } = config
  const takesRequests = triggers.includes('request')
  const watchedMs = triggers.includes('blockedLoop') ? blockedLoopMs : 0
  const terminated = triggers.includes('terminated') ? { enterMs: ENTER_MS, writeMs: deadlineMs } : undefined
  const memoryPercent = triggers.includes('memoryLimit') ? memoryLimitPercent : 0
  if (!takesRequests && watchedMs === 0 && terminated === undefined && memoryPercent === 0) return
  native?.watchThread(
    (cause, captureId, allTasks, blockedMs, waitedMs, signal, usedBytes, limitBytes, outerGroups) =>
      save({ cause, captureId, allTasks, blockedMs, waitedMs, signal, usedBytes, limitBytes, outerGroups }),
    watchedMs,
    takesRequests,
    takesRequests && requestSignal !== 'none' ? signalNumber(requestSignal) : 0,
    terminated,
    memoryPercent
  )
}

/**
 * @param {string} name
 * @returns {number} 0 if this system has no such signal
 */
function signalNumber (name) {
  const { signals } = /** @type {typeof import('node:os')} */ (builtinModule('node:os')).constants
  return /** @type {Record<string, number>} */ (signals)[name] ?? 0
}

module.exports = { watchThread }

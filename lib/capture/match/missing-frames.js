'use strict'
// Tells which frames of a reported value are missing, and why.

const { ArrayIncludes, StringStartsWith, isNativeError } = require('../../safe/primordials')

/**
 * @typedef {import('../types').CaptureAccess} CaptureAccess
 * @typedef {import('../types').Report} Report
 * @typedef {import('../../../packages/shared/dump/terms').NotCaptured} NotCaptured
 */

const WITHOUT_STACK = ['api', 'outOfMemory', 'unsettledTopLevelAwait']

/**
 * capture() itself says why the stack of its caller is missing, as do the triggers that enter a running process. When
 * the event loop is empty, there is no stack.
 * @param {CaptureAccess} context
 * @param {Report} report
 * @param {import('../values/error-text').Described | null} exception the reported value
 * @returns {NotCaptured | null} null if no frames are missing
 */
function missingFrames (context, { trigger, exception: reported, snapshots, rationed, interrupt }, exception) {
  if (ArrayIncludes(WITHOUT_STACK, trigger) || interrupt !== undefined) return null
  if (snapshots.length === 0) {
    const isOverflow = isNativeError(reported?.value) && isStackOverflow(exception)
    return { what: 'callFrames', reason: whyNoFrames(context, isOverflow, rationed) }
  }
  if (!lacksConstruction(snapshots, exception?.stack ?? [])) return null
  const detail = 'the functions in which the error was made had returned when it was captured'
  return { what: 'callFrames', reason: 'rationed', detail }
}

/**
 * True if only the rejection of a promise was captured, and the error's own stack begins in an inner function.
 * @param {Report['snapshots']} snapshots
 * @param {import('../../../packages/shared/dump/terms').StackFrame[]} stack of the error
 */
function lacksConstruction (snapshots, stack) {
  const top = stack[0]
  if (top === undefined || top.async || StringStartsWith(top.url, 'node:')) return false
  return (
    snapshots[0].hook === 'promiseReject' &&
    snapshots.length === 1 &&
    snapshots[0].callFrames.frames[0]?.functionName !== top.functionName
  )
}

/**
 * @param {CaptureAccess} context
 * @param {boolean} isOverflow
 * @param {boolean} [rationed]
 * @returns {NotCaptured['reason']}
 */
function whyNoFrames ({ native, captures, fallback }, isOverflow, rationed = false) {
  const reason = native === null ? 'noAddon' : captures.areNative ? null : fallback().whyNoPause(native)
  if (reason !== null) return reason
  const { refusedHeadroom = 0, refusedBudget = 0, notLookedAt = 0 } = captures.counters() ?? {}
  if (refusedHeadroom > 0 && isOverflow) return 'stackOverflow'
  return rationed || refusedBudget + notLookedAt > 0 ? 'rationed' : 'unmatched'
}

/**
 * True for V8's error of a stack overflow, which is known by its message (test/workarounds/overflow-message.js, Node.js
 * 20 to 26). Other errors may have had no room on the stack for a capture as well, but nothing tells that later.
 * @param {import('../values/error-text').Described | null} exception
 */
function isStackOverflow (exception) {
  return exception?.message === 'Maximum call stack size exceeded'
}

module.exports = { missingFrames }

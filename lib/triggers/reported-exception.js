'use strict'
// The process reports an exception or an unhandled rejection: the captures of that very value become a dump, before
// Node.js prints anything. When a handler of the application receives it the process lives, and nothing is written
// unless the handler ends the process; until the handler has had the error, nobody has read its stack.

const { describeReported, errorLine } = require('../capture/values/error-text')
const { dataProperty, isObject } = require('../safe/data-property')
const { findCauses } = require('../capture/match/causes')
const { findSnapshots } = require('../capture/match/find-snapshots')
const { WeakRefDeref } = require('../safe/reflection')
const { hasUncaughtExceptionCaptureCallback, listenerCount } = require('../safe/node-builtins')
const {
  ArrayIncludes,
  Number,
  ObjectHasOwn,
  ObjectIs,
  StringStartsWith,
  WeakRef,
  hrtime,
  isNativeError,
  isProxy,
  process
} = require('../safe/primordials')
const { removeDump, saveDump } = require('../capture/write/save-dump')
const { pruneAfterDump } = require('../dump/prune')
const { isMainThread } = require('../addon/thread')

/**
 * @typedef {import('../capture/types').Context} Context
 * @typedef {import('../dump/format').Trigger} Trigger
 * @typedef {import('../dump/format').NotCaptured} NotCaptured
 * @typedef {import('../dump/format').StackFrame} StackFrame
 * @typedef {import('../capture/types').FoundSnapshots} FoundSnapshots
 */

/**
 * A reported value with its captures, as far as they are found without its stack.
 * @typedef {object} Reported
 * @property {unknown} value
 * @property {boolean} fromPromise
 * @property {FoundSnapshots} found
 * @property {import('../capture/types').Cause[]} causes errors that it stands on
 * @property {bigint} atNs
 */

/** A handler that logs, flushes and then ends the process does so within this time. */
const HANDLER_EXIT_MS = 10_000

/**
 * @param {Context} context
 */
function reportedExceptions (context) {
  /** @type {Reported | null} what a handler of the application received last */
  let handled = null
  let inHandler = false
  let dumped = false
  /**
   * @type {{ reported: Reported, file: string | null } | null} what has a dump because nobody was seen who would handle
   *   it
   */
  let unhandled = null
  /** @type {(() => unknown)[]} give the reasons of rejections that have a dump of their own */
  let told = []

  const isWanted = (/** @type {Trigger} */ trigger) => ArrayIncludes(context.config.triggers, trigger)
  const triggerOf = (/** @type {Reported} */ { fromPromise }) =>
    fromPromise ? 'unhandledRejection' : 'uncaughtException'

  const write = (
    /** @type {Reported} */ reported,
    /** @type {Trigger} */ trigger,
    /** @type {boolean} */ wasHandled
  ) => {
    if (!isWanted(trigger)) return null
    dumped = true
    try {
      const saved = saveReported(context, reported, trigger, wasHandled)
      if (saved !== null) context.notices.dumpWritten(saved, reported.value)
      return saved?.path ?? null
    } catch (error) {
      // Nobody would learn otherwise that a dump was to be written.
      context.notices.dumpWritten({ path: null, problem: errorLine(error), noHeapSnapshot: null }, reported.value)
      return null
    }
  }

  const writeHandled = (/** @type {Reported} */ reported, lives = true) => {
    const file = write(reported, 'handled', true)
    dumped = false // the process lives, and may die yet
    if (file !== null && lives) pruneAfterDump(context.config.dir, context.config, false)
  }

  /**
   * Somebody handled the report after all: a callback of process.addUncaughtExceptionCaptureCallback(), of which
   * Node.js does not tell (test/workarounds/capture-callback-untold.js, Node.js 26), or a listener that was added in
   * between.
   * @param {{ reported: Reported, file: string | null }} written
   */
  const takeBack = ({ reported, file }) => {
    unhandled = null
    dumped = false
    if (file !== null) {
      removeDump(file)
      context.notices.dumpTakenBack(reported.value)
    }
    if (isWanted('handled')) writeHandled(reported)
  }

  return {
    /**
     * process.exit() was called, or the process ends with the exit code that a handler has set.
     * @param {unknown} late true: it has not ended, and what a handler received is no longer why it may
     */
    onExit (late) {
      if (late === true) handled = null
      if (late === true || dumped) return
      // The exit code may be a text such as `'0'` (test/workarounds/exit-code-text.js, Node.js 20 to 26).
      if (Number(process.exitCode ?? 0) === 0 && !(inHandler && isWanted('handled'))) return
      const cause = handled ?? rejectionHandledLast(context)
      if (cause === null) return
      if (!inHandler && Number(hrtime() - cause.atNs) > HANDLER_EXIT_MS * 1e6) return
      write(cause, isWanted('handled') ? 'handled' : triggerOf(cause), true)
    },

    /**
     * @param {unknown} error
     * @param {boolean} fromPromise
     */
    onReport (error, fromPromise) {
      if (dumped) return // an exit listener that throws in its turn: the first cause is on disk
      const reported = recognise(context, error, fromPromise)
      handled = null
      if (!hasHandler()) {
        unhandled = { reported, file: write(reported, triggerOf(reported), false) }
        return
      }
      handled = reported
      inHandler = true
      context.native?.watchEnd(HANDLER_EXIT_MS)
    },

    /**
     * @param {boolean | null} survived false when a handler has thrown, or went away between our look and Node.js's;
     *   null when nothing tells
     */
    onHandled (survived) {
      inHandler = false
      if (survived === true && unhandled !== null) return takeBack(unhandled)
      if (handled === null || dumped) return
      if (isWanted('handled')) {
        const cause = handled
        handled = null
        writeHandled(cause, survived !== false)
      } else if (survived !== null && !survived) write(handled, triggerOf(handled), true)
    },

    /** Rejections that are unhandled now were given to a listener of `unhandledRejection`, or made a warning. */
    onIdle () {
      const reasons = context.native === null ? [] : context.native.pendingReasons(HANDLER_EXIT_MS)
      const all = []
      for (let i = 0; i < reasons.length; i++) {
        if (!isAmong(told, reasons[i])) writeHandled(recognise(context, reasons[i], true))
        all[i] = weakly(reasons[i])
      }
      told = all
    }
  }
}

/**
 * Without keeping it alive in a process that lives on.
 * @param {unknown} value
 * @returns {() => unknown}
 */
function weakly (value) {
  if (!isObject(value)) return () => value
  const ref = new WeakRef(value)
  return () => WeakRefDeref(ref) ?? ref
}

/**
 * @param {(() => unknown)[]} values
 * @param {unknown} value
 */
function isAmong (values, value) {
  for (let i = 0; i < values.length; i++) if (ObjectIs(values[i](), value)) return true
  return false
}

/**
 * @param {Context} context
 * @param {Reported} reported
 * @param {Trigger} trigger
 * @param {boolean} handled
 * @returns {import('../capture/types').Saved | null} null when there is a dump of it, a worker's
 */
function saveReported (context, { value, found, causes }, trigger, handled) {
  const described = describeReported(value)
  if (diedInWorker(context, value, described.stack)) return null
  const stack = described.stack ?? []
  return saveDump(context, {
    trigger,
    exception: { value },
    handled,
    snapshots: found.snapshots,
    match: found.match,
    causes,
    notCaptured: missingFrames(context, value, found, stack),
    captureErrors: context.notices.takeFailures()
  })
}

/**
 * A worker's error that nobody listens to ends its parent too; the worker's dump shows it where it was thrown.
 * @param {Context} context
 * @param {unknown} value
 * @param {StackFrame[]} [stack] of the value
 */
function diedInWorker ({ native }, value, stack) {
  if (native === null || stack === undefined || !isMainThread(native)) return false
  // An Error arrives in the parent as a copy with a text for a stack, which is none for V8
  // (test/workarounds/worker-error-copy.js, Node.js 20 to 26). Anything else arrives inside an error of Node.js. What
  // the main thread threw itself is neither, however much it looks like something that a worker once died of.
  const isCopy = !isNativeError(value)
  if (!isCopy && !isThrownByWorkerObject(value, stack)) return false
  const line = native.claimExitLine(describeReported(isCopy ? value : dataProperty(value, 'context')).description)
  if (line) native.setExitLine(line)
  return line !== undefined
}

/**
 * @param {unknown} error
 * @param {StackFrame[]} stack
 */
function isThrownByWorkerObject (error, stack) {
  if (dataProperty(error, 'code') !== 'ERR_UNHANDLED_ERROR') return false
  for (let i = 0; i < stack.length; i++) if (stack[i].url === 'node:internal/worker') return true
  return false
}

function hasHandler () {
  return listenerCount(process, 'uncaughtException') > 0 || hasUncaughtExceptionCaptureCallback()
}

/**
 * @param {Context} context
 * @param {unknown} error
 * @param {boolean} fromPromise
 * @returns {Reported}
 */
function recognise (context, error, fromPromise) {
  const value = fromPromise ? rejectedValue(context, error) : error
  return {
    value,
    fromPromise,
    found: findSnapshots(context, value, fromPromise),
    causes: findCauses(context, value),
    atNs: hrtime()
  }
}

/**
 * @param {Context} context
 * @param {unknown} value
 * @param {FoundSnapshots} found
 * @param {StackFrame[]} stack of the error
 * @returns {NotCaptured[]}
 */
function missingFrames (context, value, { snapshots, rationed }, stack) {
  if (snapshots.length === 0) return [{ what: 'callFrames', reason: whyNoFrames(context, value, rationed) }]
  if (!lacksConstruction(snapshots, stack)) return []
  return [
    {
      what: 'callFrames',
      reason: 'rationed',
      detail: 'the functions in which the error was made had returned when it was captured'
    }
  ]
}

/**
 * Whether only the rejection of a promise was captured, and the error's own stack begins further in.
 * @param {FoundSnapshots['snapshots']} snapshots
 * @param {StackFrame[]} stack of the error
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
 * @param {Context} context
 * @param {unknown} value
 * @param {boolean} [rationed]
 * @returns {NotCaptured['reason']}
 */
function whyNoFrames ({ native, captures, fallback }, value, rationed = false) {
  const reason = native === null ? 'noAddon' : captures.areNative ? null : fallback().whyNoPause(native)
  if (reason !== null) return reason
  const { refusedHeadroom = 0, refusedBudget = 0, notLookedAt = 0 } = captures.counters() ?? {}
  if (refusedHeadroom > 0 && isStackOverflow(value)) return 'stackOverflow'
  return rationed || refusedBudget + notLookedAt > 0 ? 'rationed' : 'unmatched'
}

/**
 * V8's own. Of another error that was made where the stack was nearly used up nothing tells so later.
 * @param {unknown} value
 */
function isStackOverflow (value) {
  return isNativeError(value) && dataProperty(value, 'message') === 'Maximum call stack size exceeded'
}

/**
 * Node.js wraps a rejection with something that is no Error into one of its own; the reason itself is among the
 * pending.
 * @param {Context} context
 * @param {unknown} error
 */
function rejectedValue ({ native, captures }, error) {
  if (captures.pauses !== null) return captures.pauses.reasonOf(error)
  if (native === null || !isObject(error) || dataProperty(error, 'code') !== 'ERR_UNHANDLED_REJECTION') return error
  const reasons = native.pendingReasons(Infinity)
  for (let i = 0; i < reasons.length; i++) if (reasons[i] !== error && !looksLikeError(reasons[i])) return reasons[i]
  return error
}

/**
 * Whether Node.js reports this reason as it is: an object with a `stack` of its own
 * (test/workarounds/unwrapped-rejection.js, Node.js 20 to 26). A Proxy is not asked, because its trap would run.
 * @param {unknown} reason
 */
function looksLikeError (reason) {
  return isObject(reason) && !isProxy(reason) && ObjectHasOwn(reason, 'stack')
}

/**
 * The application listens to `unhandledRejection`, where nothing tells us, and ends the process.
 * @param {Context} context
 * @returns {Reported | null}
 */
function rejectionHandledLast (context) {
  if (context.native === null || listenerCount(process, 'unhandledRejection') === 0) return null
  const reasons = context.native.pendingReasons(HANDLER_EXIT_MS)
  return reasons.length === 0 ? null : recognise(context, reasons[reasons.length - 1], true)
}

module.exports = { reportedExceptions }

'use strict'
// Writes the dump of an exception or rejection that the process reports, from the captures of that very value, before
// Node.js prints anything. If a handler of the application receives the value, the process lives on, and no dump is
// written unless the handler ends the process. Nothing here reads the error's stack before the handler has had it.

const { diedInWorker } = require('./died-in-worker')
const { errorLine } = require('../capture/values/read-error')
const { dataProperty, isObject } = require('../safe/data-property')
const { findCauses } = require('../capture/match/causes')
const { findSnapshots } = require('../capture/match/find-snapshots')
const { WeakRefDeref, WeakSetHas } = require('../safe/reflection')
const { hasUncaughtExceptionCaptureCallback, listenerCount } = require('../safe/node-builtins')
const {
  ArrayIncludes,
  Number,
  ObjectHasOwn,
  ObjectIs,
  WeakRef,
  hrtime,
  itemsFrom,
  isProxy,
  process
} = require('../safe/primordials')
const { newReport, removeDump, saveDump } = require('../capture/write/save-dump')
const { saveExit } = require('./exit')
const { captureUnsettled, saveUnsettled } = require('./unsettled-await')
const { ENDS_WITHIN_MS } = require('./throw-hooks')
const { pruneAfterDump } = require('../../packages/shared/dump/retention')

/**
 * @typedef {import('../capture/types').Context} Context
 * @typedef {import('../../packages/shared/dump/format').Trigger} Trigger
 * @typedef {import('../capture/types').FoundSnapshots} FoundSnapshots
 */

/**
 * A reported value with its captures. Its stack has not been read to find them.
 * @typedef {object} Reported
 * @property {unknown} value
 * @property {boolean} fromPromise
 * @property {FoundSnapshots} found
 * @property {import('../capture/types').Cause[]} causes of the value
 * @property {bigint} atNs
 */

/** Number of rejections that are remembered until the next idle moment; the addon lists far fewer. */
const MOST_TOLD = 200

/**
 * Makes the functions that lib/collector.js calls at a report and at the end of the process.
 * @param {Context} context
 */
function createReportedExceptions (context) {
  /** @type {Reported | null} the value that a handler of the application received last */
  let handled = null
  let inHandler = false
  let dumped = false
  /**
   * @type {{ reported: Reported, file: string | null } | null} the value for which a dump was written because no
   *   handler was seen
   */
  let unhandled = null
  /** @type {import('./unsettled-await').Unsettled | null} what waited when nothing was left in the event loop */
  let unsettled = null
  /** @type {(() => unknown)[]} each returns the reason of a rejection that has a dump with the trigger `handled` */
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
      // Without this line nobody would learn that the dump is missing.
      context.notices.dumpWritten({ path: null, problem: errorLine(error), noHeapSnapshot: null }, reported.value)
      return null
    }
  }

  const writeExit = (/** @type {number} */ exitCode, /** @type {boolean} */ isCall) => {
    const ended = saveExit(context, exitCode, isCall)
    if (ended === null) return
    dumped = true
    context.notices.dumpWritten(ended.saved, ended.value)
  }

  const writeUnsettled = () => {
    const pending = unsettled ?? captureUnsettled(context)
    const saved = pending === null ? null : saveUnsettled(context, pending)
    if (saved === null) return false
    dumped = true
    context.notices.dumpWritten(saved, undefined)
    return true
  }

  const writeHandled = (/** @type {Reported} */ reported, lives = true) => {
    // Node.js gives a rejection that nobody handles to `uncaughtException`. It stays among the pending ones.
    if (reported.fromPromise) {
      if (told.length === MOST_TOLD) told = itemsFrom(told, MOST_TOLD / 2)
      told[told.length] = weakly(reported.value)
    }
    const file = write(reported, 'handled', true)
    dumped = false // the process lives on, and may die of another error
    if (file !== null && lives) pruneAfterDump(context.config.dir, context.config)
  }

  /**
   * Removes the dump of a report that was handled after all: by a callback of
   * process.addUncaughtExceptionCaptureCallback(), which Node.js does not show
   * (test/workarounds/capture-callback-untold.js, Node.js 26), or by a listener that was added after our look.
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
     * Call this when process.exit() was called, or the process ends with the exit code that a handler has set.
     * @param {unknown} late undefined: process.exit() is on the stack; false: the process ends by itself; true: it has
     *   not ended within ENDS_WITHIN_MS, so the value that a handler received is no longer taken for the reason of its
     *   end
     * @param {unknown} isUnsettled true: Node.js ends the process because a top-level await is pending
     */
    onExit (late, isUnsettled) {
      if (late === true) handled = null
      if (late === true || dumped) return
      if (isUnsettled === true && writeUnsettled()) return
      // The exit code may be a text such as `'0'` (test/workarounds/exit-code-text.js, Node.js 20 to 26).
      const exitCode = Number(process.exitCode ?? 0)
      const isCall = late === undefined
      const isDeath = exitCode !== 0 || (inHandler && isCall && isEndOfClusterWorker(context))
      if (!isDeath && !(inHandler && isWanted('handled'))) return writeExit(0, isCall)
      const cause = handled ?? rejectionHandledLast(context)
      if (cause === null) return writeExit(exitCode, isCall)
      if (WeakSetHas(context.captures.ofTests, cause.value)) return
      if (!inHandler && Number(hrtime() - cause.atNs) > ENDS_WITHIN_MS * 1e6) return
      write(cause, isWanted('handled') ? 'handled' : triggerOf(cause), true)
    },

    /** Call this before the listeners on `exit`, when Node.js ends the process because a top-level await is pending. */
    onUnsettled () {
      if (!dumped) unsettled = captureUnsettled(context)
    },

    /**
     * Call this when the process reports a value, before the handlers get it.
     * @param {unknown} error
     * @param {boolean} fromPromise the value was the reason of a rejection
     */
    onReport (error, fromPromise) {
      if (dumped) return // a listener on `exit` throws as well: the first error has its dump already
      // A listener on `exit` has rejected what the module waits for.
      if (unsettled !== null && fromPromise && writeUnsettled()) return
      const reported = recognise(context, error, fromPromise)
      handled = null
      if (!hasHandler()) {
        unhandled = { reported, file: write(reported, triggerOf(reported), false) }
        return
      }
      handled = reported
      inHandler = true
      context.native?.watchEnd(ENDS_WITHIN_MS)
    },

    /** True if onHandled() has nothing to do, so that a survived error enters the collector once. */
    isOver (/** @type {unknown} */ survived) {
      if (survived !== true || unhandled !== null || isWanted('handled')) return false
      inHandler = false
      return true
    },

    /**
     * Call this when the handlers have had the reported value.
     * @param {boolean | null} survived false when a handler has thrown, or was removed after our look; null when that
     *   is not known
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

    /**
     * Call this after Node.js has processed rejections: those that are still unhandled were given to a listener on
     * `unhandledRejection`, or printed as a warning.
     */
    onIdle () {
      const reasons = context.native === null ? [] : context.native.pendingReasons(ENDS_WITHIN_MS)
      const all = []
      for (let i = 0; i < reasons.length; i++) {
        if (!isAmong(told, reasons[i])) writeHandled(recognise(context, reasons[i], true))
        all[i] = weakly(reasons[i])
      }
      told = all
    }
  }
}

/** Number of frames in which Node.js's own function is looked for. pm2's handler is two frames further out. */
const FRAMES_OF_EXIT = 20

/**
 * True if Node.js calls process.exit(0) because the handler has disconnected a worker of node:cluster
 * (test/workarounds/disconnected-worker-exits.js, Node.js 20 to 26). pm2's handler of its cluster mode does that for
 * each uncaught exception, so the process dies of the error although its exit code is 0.
 * @param {Context} context
 */
function isEndOfClusterWorker ({ native }) {
  const scripts = native === null ? [] : native.stackScripts(FRAMES_OF_EXIT)
  for (let i = 1; i < scripts.length; i += 4) if (scripts[i] === 'node:internal/cluster/child') return true
  return false
}

/**
 * @param {unknown} value
 * @returns {() => unknown} returns the value without keeping it alive; when it was collected, something else
 */
function weakly (value) {
  if (!isObject(value)) return () => value
  const ref = new WeakRef(value)
  return () => WeakRefDeref(ref) ?? ref
}

/** @param {(() => unknown)[]} values @param {unknown} value */
function isAmong (values, value) {
  for (let i = 0; i < values.length; i++) if (ObjectIs(values[i](), value)) return true
  return false
}

/**
 * @param {Context} context
 * @param {Reported} reported
 * @param {Trigger} trigger
 * @param {boolean} handled
 * @returns {import('../capture/types').Saved | null} null when the worker that threw the value has written a dump of it
 */
function saveReported (context, { value, found, causes }, trigger, handled) {
  if (diedInWorker(context.native, value)) return null
  const { read, match, rationed } = found
  const snapshots = read()
  const report = newReport(context, trigger, { exception: { value }, handled, snapshots, match, rationed, causes })
  return saveDump(context, report)
}

function hasHandler () {
  return listenerCount(process, 'uncaughtException') > 0 || hasUncaughtExceptionCaptureCallback()
}

/**
 * Finds the value that was thrown, its captures and its causes.
 * @param {Context} context
 * @param {unknown} error that the process reports
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
 * @param {unknown} error that Node.js reports for a rejection
 * @returns {unknown} the reason of the rejection. If the reason is no error, Node.js reports an error of its own, and
 *   the reason is found among the pending ones
 */
function rejectedValue ({ native, captures }, error) {
  if (captures.pauses !== null) return captures.pauses.reasonOf(error)
  if (native === null || !isObject(error) || dataProperty(error, 'code') !== 'ERR_UNHANDLED_REJECTION') return error
  const reasons = native.pendingReasons(Infinity)
  for (let i = 0; i < reasons.length; i++) if (reasons[i] !== error && !looksLikeError(reasons[i])) return reasons[i]
  return error
}

/**
 * True if Node.js reports this reason as it is, because it is an object with an own `stack`
 * (test/workarounds/unwrapped-rejection.js, Node.js 20 to 26). A Proxy is not asked, because its trap would run.
 * @param {unknown} reason
 */
function looksLikeError (reason) {
  return isObject(reason) && !isProxy(reason) && ObjectHasOwn(reason, 'stack')
}

/**
 * A listener on `unhandledRejection` may end the process, and the collector is not told when the listener is called. So
 * the last pending rejection is taken for the reason.
 * @param {Context} context
 * @returns {Reported | null} null when there is no such listener, or no rejection within ENDS_WITHIN_MS
 */
function rejectionHandledLast (context) {
  if (context.native === null || listenerCount(process, 'unhandledRejection') === 0) return null
  const reasons = context.native.pendingReasons(ENDS_WITHIN_MS)
  return reasons.length === 0 ? null : recognise(context, reasons[reasons.length - 1], true)
}

module.exports = { createReportedExceptions }

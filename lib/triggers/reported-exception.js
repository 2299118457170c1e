'use strict'
// The process reports an exception or an unhandled rejection: the captures of that very value become a dump, before
// Node.js prints anything. When a handler of the application receives it the process lives, and nothing is written unless
// the handler ends the process.

const { EventEmitter } = require('node:events')

const { dataProperty, describeReported, isObject } = require('../capture/error-text')
const { findSnapshots } = require('../capture/find-snapshots')
const { whyNoPause } = require('../capture/pause')
const { ArrayIncludes, ObjectHasOwn, StringStartsWith, apply, hrtime, isProxy, uncurryThis } = require('../capture/primordials')
const { saveDump } = require('../capture/save-dump')
const { isMainThread } = require('../thread')

/**
 * @typedef {import('../collector').Context} Context
 * @typedef {import('../dump/format').Trigger} Trigger
 * @typedef {import('../dump/format').NotCaptured} NotCaptured
 */

/**
 * A reported value with its captures.
 * @typedef {object} Reported
 * @property {unknown} value
 * @property {Trigger} trigger
 * @property {import('../capture/snapshot').Snapshot[]} snapshots
 * @property {import('../dump/format').CaptureInfo['match']} match
 * @property {NotCaptured[]} notCaptured
 * @property {bigint} atNs
 */

const listenerCount = uncurryThis(/** @type {(name: string) => number} */ (EventEmitter.prototype.listenerCount))
const once = uncurryThis(/** @type {(name: string, listener: () => void) => void} */ (EventEmitter.prototype.once))
const hasCaptureCallback = process.hasUncaughtExceptionCaptureCallback

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
  /** @type {unknown[]} reasons of rejections that have a dump of their own */
  let told = []

  const write = (/** @type {Reported} */ reported, /** @type {Trigger} */ trigger, /** @type {boolean} */ wasHandled) => {
    if (!ArrayIncludes(context.config.triggers, trigger)) return
    dumped = true
    context.dumpWritten(saveDump(context, {
      trigger,
      exception: { value: reported.value },
      handled: wasHandled,
      snapshots: reported.snapshots,
      match: reported.match,
      notCaptured: reported.notCaptured,
      captureErrors: context.takeFailures()
    }), reported.value)
  }

  /** process.exit() was called, or the process ends with the exit code that a handler has set. */
  const onExit = () => {
    if (dumped || !process.exitCode) return
    const cause = handled ?? rejectionHandledLast(context)
    if (cause === null) return
    if (!inHandler && Number(hrtime() - cause.atNs) > HANDLER_EXIT_MS * 1e6) return
    write(cause, cause.trigger, true)
  }

  const writeHandled = (/** @type {Reported} */ reported) => {
    write(reported, 'handled', true)
    dumped = false // the process lives, and may die yet
  }

  return {
    onExit,

    /**
     * @param {unknown} error
     * @param {boolean} fromPromise
     */
    onReport (error, fromPromise) {
      if (dumped) return // an exit listener that throws in its turn: the first cause is on disk
      // First of all: what follows reads the error's stack, and with that V8 forgets where it was made.
      const reported = recognise(context, error, fromPromise)
      if (diedInWorker(context, error)) return
      if (!hasHandler()) return write(reported, reported.trigger, false)
      if (ArrayIncludes(context.config.triggers, 'handled')) return writeHandled(reported)
      // A process that ends by itself calls nobody else. Seen by nobody before something was thrown and handled.
      if (handled === null) once(process, 'exit', onExit)
      handled = reported
      inHandler = true
    },

    /** @param {boolean} survived false when a handler has thrown, or went away between our look and Node.js's */
    onHandled (survived) {
      inHandler = false
      if (!survived && !dumped && handled !== null) write(handled, handled.trigger, true)
    },

    /** Rejections that are unhandled now were given to a listener of `unhandledRejection`, or made a warning. */
    onIdle () {
      const reasons = context.native === null ? [] : context.native.pendingReasons(HANDLER_EXIT_MS)
      for (let i = 0; i < reasons.length; i++) {
        if (ArrayIncludes(told, reasons[i])) continue
        writeHandled(recognise(context, reasons[i], true))
      }
      told = reasons
    }
  }
}

/**
 * A worker's error that nobody listens to ends its parent too; the worker's dump shows it where it was thrown.
 * @param {Context} context
 * @param {unknown} error
 */
function diedInWorker ({ native }, error) {
  if (native === null || !isMainThread(native)) return false
  // Something else than an Error arrives in the parent inside one of Node.js's.
  const thrown = isObject(error) && dataProperty(error, 'code') === 'ERR_UNHANDLED_ERROR' ? dataProperty(error, 'context') : error
  const line = native.claimExitLine(describeReported(thrown).description)
  if (line) native.setExitLine(line)
  return line !== undefined
}

function hasHandler () {
  return listenerCount(process, 'uncaughtException') > 0 || apply(hasCaptureCallback, process, [])
}

/**
 * @param {Context} context
 * @param {unknown} error
 * @param {boolean} fromPromise
 * @returns {Reported}
 */
function recognise (context, error, fromPromise) {
  const value = fromPromise ? rejectedValue(context, error) : error
  const { snapshots, match, rationed } = findSnapshots(context, value, fromPromise)
  /** @type {NotCaptured[]} */
  const notCaptured = []
  if (snapshots.length === 0) notCaptured[0] = { what: 'callFrames', reason: whyNoFrames(context, rationed) }
  else if (lacksConstruction(snapshots, value)) {
    notCaptured[0] = { what: 'callFrames', reason: 'rationed', detail: 'the functions in which the error was made had returned when it was captured' }
  }
  return { value, trigger: fromPromise ? 'unhandledRejection' : 'uncaughtException', snapshots, match, notCaptured, atNs: hrtime() }
}

/**
 * Whether only the rejection of a promise was captured, and the error's own stack begins further in.
 * @param {Reported['snapshots']} snapshots
 * @param {unknown} value
 */
function lacksConstruction (snapshots, value) {
  const top = describeReported(value).stack?.[0]
  if (top === undefined || top.async || StringStartsWith(top.url, 'node:')) return false
  return snapshots[0].hook === 'promiseReject' && snapshots.length === 1 && snapshots[0].callFrames.frames[0]?.functionName !== top.functionName
}

/**
 * @param {Context} context
 * @param {boolean} rationed
 * @returns {NotCaptured['reason']}
 */
function whyNoFrames ({ config, native, counters }, rationed) {
  if (config.mode === 'off') return 'internal'
  const reason = whyNoPause(native)
  if (reason !== null) return reason
  if (rationed) return 'rationed'
  const seen = counters()
  if (seen !== null && seen.refusedHeadroom > 0) return 'stackOverflow'
  return 'unmatched'
}

/**
 * Node.js wraps a rejection with something that is no Error into one of its own; the reason itself is among the pending.
 * @param {Context} context
 * @param {unknown} error
 */
function rejectedValue ({ native, pauses }, error) {
  if (pauses !== null) return pauses.reasonOf(error)
  if (native === null || !isObject(error) || dataProperty(error, 'code') !== 'ERR_UNHANDLED_REJECTION') return error
  const reasons = native.pendingReasons(Infinity)
  for (let i = 0; i < reasons.length; i++) if (reasons[i] !== error && !looksLikeError(reasons[i])) return reasons[i]
  return error
}

/**
 * What Node.js does not wrap: an object with a `stack` of its own. A Proxy is not asked, its trap would run.
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

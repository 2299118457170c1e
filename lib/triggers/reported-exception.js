'use strict'
// Writes the dump of an exception or rejection that the process reports, from the captures of that very value, before
// Node.js prints anything. If a handler of the application receives the value, the process lives on, and no dump is
// written unless the handler ends the process. Nothing here reads the error's stack before the handler has had it.

const { diedInWorker } = require('./died-in-worker')
const { errorLine } = require('../capture/values/read-error')
const { dataProperty, isObject } = require('../safe/data-property')
const { CAUSE_FIELDS, findCauses, findSnapshots, foundSnapshots } = require('../capture/match/find-snapshots')
const { WeakRefDeref, WeakSetHas } = require('../safe/reflection')
const { hasUncaughtExceptionCaptureCallback, listenerCount } = require('../safe/node-builtins')
const { ArrayIncludes, Number, ObjectHasOwn, ObjectIs, WeakRef, hrtime, itemsFrom, isProxy, process } =
  require('../safe/primordials')
const { newReport, removeDump, saveDump } = require('../capture/write/save-dump')
const { saveExit } = require('./exit')
const { captureUnsettled, saveUnsettled } = require('./unsettled-await')
const { ENDS_WITHIN_MS } = require('./throw-hooks')
const { pruneAfterDump } = require('../../packages/shared/dump/retention')

/**
 * @typedef {import('../capture/types').Context} Context
 * @typedef {import('../../packages/shared/dump/terms').Trigger} Trigger
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

/**
 * What the process has come to. running: nothing that was reported counts any more. handling: a handler of the
 * application has received the value, and runs. survived: the handlers have returned, and the value is the reason if
 * the process ends within ENDS_WITHIN_MS. dying: no handler was seen, so the value has its dump. unwanted: the same,
 * but the settings want no such dump. over: the end of the process has its dump.
 * @typedef {'running' | 'handling' | 'survived' | 'dying' | 'unwanted' | 'over'} State
 */

/**
 * heard, unheard, ignored: a value was reported, to a handler or without one; ignored: without one, and the settings
 * want no dump. returned, threw, untold: what has become of the handlers, if that is known. noted: the same, if handled
 * errors leave a dump. late: ENDS_WITHIN_MS are over. ended: the process ends because of the value.
 * @typedef {'heard' | 'unheard' | 'ignored' | 'returned' | 'threw' | 'untold' | 'noted' | 'late' | 'ended'} Event
 */

/** @typedef {'watchEnd' | 'write' | 'writeHandled' | 'takeBack'} Action */

/** In these states a report counts. In the other two the value has its dump, which is the last one. @type {State[]} */
const OPEN = ['running', 'handling', 'survived', 'unwanted']

/**
 * What follows when an event comes in one of the states. An event that has no row for the state changes nothing.
 * @type {{ event: Event, from: State[], to: State, action?: Action }[]}
 */
const TRANSITIONS = [
  { event: 'heard', from: OPEN, to: 'handling', action: 'watchEnd' },
  { event: 'unheard', from: OPEN, to: 'dying', action: 'write' },
  { event: 'ignored', from: OPEN, to: 'unwanted' },
  { event: 'ended', from: OPEN, to: 'over', action: 'write' },
  { event: 'returned', from: ['handling'], to: 'survived' },
  { event: 'untold', from: ['handling'], to: 'survived' },
  { event: 'noted', from: ['handling'], to: 'running', action: 'writeHandled' },
  { event: 'threw', from: ['handling'], to: 'over', action: 'write' },
  { event: 'late', from: ['handling', 'survived'], to: 'running' },
  { event: 'returned', from: ['dying', 'unwanted'], to: 'running', action: 'takeBack' }
]

/**
 * @param {State} state
 * @param {Event} event
 * @returns {typeof TRANSITIONS[number] | null} null if the event changes nothing
 */
function transition (state, event) {
  for (let i = 0; i < TRANSITIONS.length; i++) {
    if (TRANSITIONS[i].event === event && ArrayIncludes(TRANSITIONS[i].from, state)) return TRANSITIONS[i]
  }
  return null
}

/**
 * Makes the functions that lib/collector.js calls at a report and at the end of the process.
 * @param {Context} context
 */
function createReportedExceptions (context) {
  /** @type {{ state: State, reported: Reported | null, file: string | null }} file: the dump of the value */
  let now = { state: 'running', reported: null, file: null }
  /** @type {import('./unsettled-await').Unsettled | null} what waited when nothing was left in the event loop */
  let unsettled = null
  const told = createToldRejections()

  const isWanted = (/** @type {Trigger} */ trigger) => ArrayIncludes(context.config.triggers, trigger)
  const isOver = () => now.state === 'dying' || now.state === 'over'

  /**
   * Goes on to the next state, and does what belongs to that.
   * @param {Event} event
   * @param {Reported | null} [reported] default: the value of the state
   */
  const on = (event, reported = now.reported) => {
    const found = transition(now.state, event)
    if (found === null) return
    const { to, action } = found
    const { file } = now
    now = { state: to, reported: to === 'running' ? null : reported, file: null }
    if (action === 'watchEnd') context.native?.watchEnd(ENDS_WITHIN_MS)
    if (reported === null) return noteInAddon()
    if (action === 'write') now.file = write(reported, triggerOf(reported, event !== 'unheard'), event !== 'unheard')
    else if (action === 'takeBack') takeBack(reported, file)
    else if (action === 'writeHandled') writeHandled(reported)
    noteInAddon()
  }

  /** As long as only the newest error that a handler has received can count, the addon notes such errors by itself. */
  const noteInAddon = () => {
    const isQuiet = (now.state === 'running' || now.state === 'survived') && unsettled === null
    const may = isQuiet && context.captures.pauses === null && !isWanted('handled')
    context.native?.noteSurvived(may ? ENDS_WITHIN_MS : 0, now.reported !== null, CAUSE_FIELDS)
  }

  /** Takes over what the addon has noted. */
  const takeOver = () => {
    const noted = context.native?.takeNoted()
    if (noted === undefined) return
    const { value, atNs, returned } = noted
    const found = foundSnapshots(context, noted.found, value)
    on('heard', { value, fromPromise: false, found, causes: NO_CAUSES, atNs })
    if (returned) on('returned')
  }

  const triggerOf = (/** @type {Reported} */ { fromPromise }, wasHandled = false) =>
    wasHandled && isWanted('handled') ? 'handled' : fromPromise ? 'unhandledRejection' : 'uncaughtException'

  /** @param {Reported} reported @param {Trigger} trigger @param {boolean} wasHandled */
  const write = (reported, trigger, wasHandled) => {
    if (!isWanted(trigger)) return null
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
    now = { state: 'over', reported: null, file: null }
    context.notices.dumpWritten(ended.saved, ended.value)
  }

  const writeUnsettled = () => {
    const pending = unsettled ?? captureUnsettled(context)
    const saved = pending === null ? null : saveUnsettled(context, pending)
    if (saved === null) return false
    now = { state: 'over', reported: null, file: null }
    context.notices.dumpWritten(saved, undefined)
    return true
  }

  /** Writes the dump of a value with which the process lives on, and may die of another one. */
  const writeHandled = (/** @type {Reported} */ reported) => {
    // Node.js gives a rejection that nobody handles to `uncaughtException`. It stays among the pending ones.
    if (reported.fromPromise) told.add(reported.value)
    if (write(reported, 'handled', true) !== null) pruneAfterDump(context.config.dir, context.config)
  }

  /**
   * Removes the dump of a report that was handled after all: by a callback of
   * process.addUncaughtExceptionCaptureCallback(), which Node.js does not show
   * (test/workarounds/capture-callback-untold.js, Node.js 26), or by a listener that was added after our look.
   * @param {Reported} reported
   * @param {string | null} file
   */
  const takeBack = (reported, file) => {
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
      takeOver()
      if (late === true) return on('late')
      if (isOver() || (isUnsettled === true && writeUnsettled())) return
      // The exit code may be a text such as `'0'` (test/workarounds/exit-code-text.js, Node.js 20 to 26).
      const exitCode = Number(process.exitCode ?? 0)
      const isCall = late === undefined
      const inHandler = now.state === 'handling'
      const isDeath = exitCode !== 0 || (inHandler && isCall && isEndOfClusterWorker(context))
      if (!isDeath && !(inHandler && isWanted('handled'))) return writeExit(0, isCall)
      const cause = inHandler || now.state === 'survived' ? now.reported : rejectionHandledLast(context)
      if (cause === null) return writeExit(exitCode, isCall)
      if (WeakSetHas(context.captures.ofTests, cause.value)) return
      if (!inHandler && Number(hrtime() - cause.atNs) > ENDS_WITHIN_MS * 1e6) return
      on('ended', cause)
    },

    /** Call this before the listeners on `exit`, when Node.js ends the process because a top-level await is pending. */
    onUnsettled () {
      takeOver()
      if (!isOver()) unsettled = captureUnsettled(context)
      noteInAddon()
    },

    /**
     * Call this when the process reports a value, before the handlers get it.
     * @param {unknown} error
     * @param {boolean} fromPromise the value was the reason of a rejection
     */
    onReport (error, fromPromise) {
      takeOver()
      if (isOver()) return // a listener on `exit` throws as well: the first error has its dump already
      // A listener on `exit` has rejected what the module waits for.
      if (unsettled !== null && fromPromise && writeUnsettled()) return
      const reported = recognise(context, error, fromPromise)
      on(hasHandler() ? 'heard' : isWanted(triggerOf(reported)) ? 'unheard' : 'ignored', reported)
    },

    /**
     * Call this when the handlers have had the reported value.
     * @param {boolean | null} survived false when a handler has thrown, or was removed after our look; null when that
     *   is not known
     */
    onHandled (survived) {
      takeOver()
      if (now.state === 'handling' && isWanted('handled')) on('noted')
      else on(survived === null ? 'untold' : survived ? 'returned' : 'threw')
    },

    /**
     * Call this after Node.js has processed rejections: those that are still unhandled were given to a listener on
     * `unhandledRejection`, or printed as a warning.
     */
    onIdle () {
      const reasons = context.native === null ? [] : context.native.pendingReasons(ENDS_WITHIN_MS)
      for (let i = 0; i < reasons.length; i++) {
        if (!told.has(reasons[i])) writeHandled(recognise(context, reasons[i], true))
      }
      told.replace(reasons)
    }
  }
}

/** @type {import('../capture/types').Cause[]} */
const NO_CAUSES = []

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

/** Number of rejections that are remembered until the next idle moment; the addon lists far fewer. */
const MOST_TOLD = 200

/** Remembers the reasons of rejections that have a dump with the trigger `handled`. */
function createToldRejections () {
  /** @type {(() => unknown)[]} */
  let told = []
  return {
    /** @param {unknown} reason */
    add (reason) {
      if (told.length === MOST_TOLD) told = itemsFrom(told, MOST_TOLD / 2)
      told[told.length] = weakly(reason)
    },
    /** @param {unknown} reason */
    has (reason) {
      for (let i = 0; i < told.length; i++) if (ObjectIs(told[i](), reason)) return true
      return false
    },
    /** @param {readonly unknown[]} reasons */
    replace (reasons) {
      told = []
      for (let i = 0; i < reasons.length; i++) told[i] = weakly(reasons[i])
    }
  }
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

module.exports = { TRANSITIONS, createReportedExceptions, transition }

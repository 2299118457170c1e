'use strict'
// Starts the collector in this thread: wires the addon's hooks, the triggers and what they share.

const { createAnnotationStore } = require('./capture/values/annotations')
const { createTaskProbes } = require('./capture/async-tasks/probes')
const { enterCollector } = require('./safe/enter-collector')
const { errorLine } = require('./capture/values/read-error')
const { addOwnObject, noteGlobals } = require('./capture/values/known-objects')
const { ArrayIncludes, Number, process } = require('./safe/primordials')
const { createRedactor } = require('./redaction')
const { newWeakSet } = require('./safe/reflection')
const { changeConfig, limitsOf } = require('../packages/shared/config')
const { loadGzip } = require('../packages/shared/dump/writer')
const { isMainThread, listThread } = require('./addon/thread')
const { createNotices } = require('./notices')
const { loadFallback, loadOptions, loadReport, loadTrial, loadWithoutAddon } = require('./parts')
const { watchHeapLimit } = require('./triggers/heap-limit')
const { watchTests } = require('./triggers/test-runs')
const { applyCaptureLimits, installThrowHooks } = require('./triggers/throw-hooks')
const { watchThread } = require('./triggers/watch-thread')

/**
 * @typedef {import('./capture/types').Context} Context
 * @typedef {import('./execution-path-types').CurrentPath} CurrentPath
 * @typedef {(() => CurrentPath | null) & {
 *     run: <T>(name: string, fn: () => T, options?: { isTest?: boolean }) => T
 *   }} ExecutionPath the call returns null outside of requests and jobs, and if the setting `executionPath` is off
 */

const REDACTION = /** @type {const} */ (['redact', 'redactNames', 'redactExcept', 'redactPrefixes'])

/** Taken at the start, because the application may replace it, as fake clocks of tests do. */
const whenIdle = setImmediate

/**
 * @param
 *   {{ config: import('../packages/shared/config').Config, native: import('./addon/native-functions').Native | null,
 *     onFlagsSet: () => void, executionPaths: import('./execution-path-types').ExecutionPaths | null }}
 *   start onFlagsSet: called when the hooks have set V8's flags
 * @returns the API of this thread
 */
function startCollector ({ config, native, onFlagsSet, executionPaths }) {
  /** @type {import('./redaction').Redactor | null} */
  let redactor = null
  const isOn = config.mode !== 'off'
  if (isOn) noteGlobals()
  /** @type {Context} */
  const context = {
    config,
    limits: limitsOf(config),
    native,
    annotations: createAnnotationStore(),
    predicate: null,
    redactor () {
      if (native === null) return null
      if (redactor === null) redactor = createRedactor(context.config, native)
      else redactor.refresh()
      return redactor
    },
    fallback: loadFallback,
    withoutAddon: native === null ? loadWithoutAddon() : null,
    executionPaths,
    captures: {
      paused: null,
      counters: () => (native === null ? null : native.hookCounters()),
      ofTests: newWeakSet(),
      areOfTests: false,
      areNative: false,
      pauses: null
    },
    recorders: isOn ? startRecorders(config) : null,
    taskProbes: isOn && config.asyncTasks !== 'off' && native !== null ? createTaskProbes() : null,
    notices: createNotices(native, () => context.config),
    announce: null
  }

  if (isOn) {
    listThread(native)
    // Without the addon zlib compresses the dump, and must be loaded before the process dies. With the addon loading it
    // would only lengthen the start.
    if (native === null) loadGzip()
  }
  const onCapture = isOn ? watchReports(context) : () => {}
  if (process.env.CRASH_COLLECTOR_STATS) {
    loadOptions().appendAtExit(process.env.CRASH_COLLECTOR_STATS, context.captures.counters)
  }
  /** @type {((error: unknown, request: import('./capture/types').FailedRequest) => void) | null} */
  let requestFailed = null
  const api = {
    /**
     * Writes a dump of the process as it is now. The process lives on. The call is synchronous and takes tens of
     * milliseconds.
     *
     * @param {unknown} [error] shown as the exception; undefined for none
     * @param {{ annotations?: Record<string, unknown> }} [options] annotations: for this dump alone
     * @returns {string | null} path of the dump; null when the settings want none: mode `off`, or `triggers` without
     *   `api`
     * @throws {import('../packages/shared/errors').CrashCollectorError} DUMP_NOT_WRITTEN
     */
    capture: (error, options) => loadReport().captureNow(context, error, options),

    /**
     * Puts a value into every later dump of this thread. The value is read when a dump is written. There may be 100
     * keys at most; further ones are ignored.
     *
     * @param {string} key
     * @param {unknown} value undefined removes the key
     * @returns {void}
     */
    annotate: (key, value) => context.annotations.set(key, value),

    /**
     * Returns a function that writes a dump of a failed test, for the integration of a test runner. The runs of the
     * tests go on. test-runners/ has the integrations of this package.
     *
     * @param {string} runner name of the test runner
     * @param {{ quiet?: boolean }} [options] quiet: the runner prints the path of the dump itself
     * @returns
     *   {(error: unknown, test: { name: string, file?: string, attempt?: number }) => string | null}
     *   takes the very error object with which the test failed, and the test's full name, file and attempt (1 for the
     *   first run). Returns the path of the dump, which it also prints on stderr; null when the settings want none, or
     *   when none could be written. Never throws
     */
    watchTests: (runner, options) => (isOn ? watchTests(context, runner, options) : () => null),

    /**
     * Tells of an error with which a request has failed, for a framework that has no integration. With the trigger
     * `handled500` it leaves a dump, and the process lives on; otherwise nothing happens. Never throws.
     *
     * @param {unknown} error the very error object
     * @param {import('./capture/types').FailedRequest} request
     * @returns {void}
     */
    requestFailed: (error, request) => requestFailed?.(error, request),

    /**
     * Changes settings of this thread's collector. docs/api.md says which ones are read at the start only.
     *
     * @param
     *   {import('../packages/shared/config').Options & { predicate?: import('./capture/types').Predicate | null,
     *     executionPathPredicate?: import('./execution-path-types').RequestPredicate | null }}
     *   options settings by name. predicate: called with each error that would leave a dump, which is not written if it
     *   returns false. executionPathPredicate: called with each request that begins, of which no path is recorded if it
     *   returns false
     * @returns {string[]} the problems, one line each; a setting with a wrong value stays as it was
     */
    configure (options) {
      const before = context.config
      const { predicate, executionPathPredicate, ...settings } = Object(options)
      const areSettings = predicate === undefined && executionPathPredicate === undefined
      const { config: changed, problems } = changeConfig(before, areSettings ? options : settings)
      if (isPredicate('predicate', predicate, problems)) context.predicate = predicate
      if (isPredicate('executionPathPredicate', executionPathPredicate, problems)) {
        executionPaths?.choose(executionPathPredicate)
      }
      // Captures that were redacted by other rules are dropped: they must not get into a dump that follows these.
      if (REDACTION.some(name => changed[name] !== before[name])) {
        context.captures.paused?.forget()
        native?.forgetCaptures()
      }
      context.config = changed
      native?.noteSurvived(0, false, []) // until the next report, which looks at the triggers
      context.limits = limitsOf(changed)
      redactor = null
      if (changed.mode === 'on-demand') {
        context.redactor()
        applyCaptureLimits(context)
        watchHeapLimit(context)
      }
      if (isOn && changed.onDump !== before.onDump) watchOnDump(context)
      if (isOn && (wantsSignals(before) || wantsSignals(changed))) loadOptions().watchSignals(context)
      return problems
    },

    /**
     * Returns what the request or job under way has run until now, in the order of first execution.
     * `executionPath.run(name, fn)` calls `fn` as a job of that name, and returns what it returns. With `isTest`, the
     * requests that this thread's servers get until the next test begins belong to the job.
     *
     * @type {ExecutionPath}
     */
    executionPath: Object.assign(() => executionPaths?.current() ?? null, {
      run: (/** @type {string} */ name, /** @type {() => any} */ fn, { isTest = false } = {}) =>
        executionPaths === null ? fn() : executionPaths.run(name, fn, isTest)
    })
  }
  executionPaths?.ownObjects.forEach(addOwnObject)
  addOwnObject(context)
  addOwnObject(api)
  // The hooks come last. If the start fails before, no hook slows down the application's errors.
  if (config.mode === 'on-demand' && native !== null) {
    const tries = 'whenUntried'
    installThrowHooks(context, onCapture, symbols => loadTrial().mayReadStack(symbols, { tries }).problem)
    watchHeapLimit(context)
  } else if (config.mode === 'always' && native !== null) {
    context.captures.pauses = context.fallback().watchExceptionPauses(context)
  }
  onFlagsSet()
  if (isOn && wantsSignals(config)) loadOptions().watchSignals(context)
  if (isOn && config.onDump !== '') watchOnDump(context)
  if (isOn && ArrayIncludes(config.triggers, 'handled500')) requestFailed = loadOptions().watchRequests(context)
  if (isOn && native !== null && isMainThread(native)) {
    watchThread(context, entered => loadReport().saveRunning(context, entered))
  }
  return api
}

/**
 * @param {import('../packages/shared/config').Config} config
 * @returns {import('./capture/types').Recorders}
 */
function startRecorders ({ record, eventChannels }) {
  return {
    output: record.includes('output') ? loadOptions().keepOutput() : null,
    ages: record.includes('ages') ? loadOptions().keepAges() : null,
    loopDelay: record.includes('loopDelay') ? loadOptions().watchLoopDelay() : null,
    events: eventChannels.length > 0 ? require('./capture/process-state/events').keepEvents(eventChannels) : null
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {string[]} problems gets one if the value is neither missing nor right
 * @returns {boolean} true for a function, and for null, which removes one
 */
function isPredicate (name, value, problems) {
  if (typeof value === 'function' || value === null) return true
  if (value !== undefined) problems.push(`${name} in configure() is no function; it is ignored`)
  return false
}

/** @param {Context} context */
function watchOnDump (context) {
  const { announce, watchOnDump } = loadOptions()
  watchOnDump(context)
  context.announce = (dump, trigger) => announce(context, dump, trigger)
}

/** @param {import('../packages/shared/config').Config} config */
function wantsSignals ({ triggers }) {
  return ArrayIncludes(triggers, 'signal')
}

/**
 * Passes what the process reports to lib/report.js. With the addon no listener of ours is among the application's;
 * without it there has to be one on `uncaughtExceptionMonitor`.
 * @param {Context} context
 * @returns {() => void} to be called after each capture
 */
function watchReports (context) {
  const { native } = context
  /** @type {ReturnType<typeof import('./report').createReportedExceptions> | undefined} */
  let reports
  const loaded = () => (reports ??= loadReport().createReportedExceptions(context))
  /** @param {(first: any, second: any) => void} call @returns {(first: unknown, second: unknown) => void} */
  const guarded = call => (first, second) => {
    try {
      enterCollector(native, () => call(first, second))
    } catch (error) {
      context.notices.failed(error)
      // If lib/report.js could not be loaded, nothing else prints a line.
      if (reports !== undefined) return
      context.notices.dumpWritten({ path: null, problem: errorLine(error), noHeapSnapshot: null }, first)
    }
  }
  const onReport = guarded((error, fromPromise) => loaded().onReport(error, fromPromise))
  const settle = guarded(survived => loaded().onHandled(survived))
  const onHandled = (/** @type {unknown} */ survived) => settle(survived, undefined)
  const onIdle = guarded(() => loaded().onIdle())
  const onEnd = guarded((late, unsettled) => loaded().onExit(late, unsettled))
  // Most processes end with the exit code 0 and without a report: they need neither enterCollector() nor lib/report.js.
  const onExit = (/** @type {unknown} */ late, /** @type {unknown} */ unsettled) => {
    if (reports !== undefined || (late !== true && mayLeaveDump(context))) onEnd(late, unsettled)
  }
  const onUnsettled = guarded(() => loaded().onUnsettled())
  if (native?.installFatalException(process, onReport, onHandled, onExit, () => onUnsettled(undefined, undefined))) {
    if (isMainThread(native)) native.attachExitLines()
    if (ArrayIncludes(context.config.triggers, 'unsettledTopLevelAwait')) native.watchModule()
  } else {
    process.on('uncaughtExceptionMonitor', function crashCollectorFatalException (error, origin) {
      onReport(error, origin === 'unhandledRejection')
      onHandled(null) // null: Node.js calls nothing of ours after the handlers
    })
    process.on('exit', () => onExit(undefined, undefined))
  }
  return () => {
    // Read each time, because configure() may have changed the triggers.
    if (ArrayIncludes(context.config.triggers, 'handled')) whenIdle(onIdle, undefined, undefined)
  }
}

/**
 * @param {Context} context
 * @returns {boolean} true if the end of a process that has reported nothing may leave a dump
 */
function mayLeaveDump ({ config }) {
  try {
    return Number(process.exitCode ?? 0) !== 0 || ArrayIncludes(config.triggers, 'exit')
  } catch {
    return true // the application has made a property of its own of `exitCode`
  }
}

module.exports = { startCollector }

'use strict'
// Installs the hooks of mode `on-demand`: V8 calls the addon when an exception is created, and the addon decides if the
// exception is worth a capture, and reads the stack on the spot (docs/development/design.md, "The hooks").

const { flatAsyncStores } = require('../capture/snapshot/async-stores')
const { enterCollector } = require('../safe/enter-collector')
const { noteIntrinsics } = require('../capture/values/intrinsics')
const { DEEP_SHARE, bytesForObjects } = require('../capture/values/native-walk')
const { OWN_FOLDERS } = require('../addon/own-files')
const { ArrayIncludes, MathMin, RegExpExec } = require('../safe/primordials')
const { ASK_BEFORE_UNCAUGHT, USUAL_STACK_TRACE_LIMIT, reportErrors, reportingStackTraceLimit } =
  require('../addon/v8-flags')

/** Names of the hooks, in the order of src/hooks/throw_hooks.h. */
const HOOKS = /** @type {const} */ (['errorCreated', 'uncaught', 'promiseReject'])

/** `v8Symbols().source` of a published release, whose symbols the addon has in a table. */
const KNOWN_BUILD = 'knownBuild'

/** The value of `hookCounters().captureWay` if the addon reads the stack itself. */
const NATIVE_WAY = 'native'

/** Limits for an error that may be handled. More is seldom of use, and would make the capture of every error slower. */
const AT_THROW = Object.freeze({ maxProperties: 60, maxEntries: 10, maxNestedStringLength: 1000 })

/** Limits of a capture that interrupts a program. The whole pause must stay below 200 ms. */
const INTERRUPTED = Object.freeze({ maxObjects: 20_000, maxBytes: 4 * 1024 * 1024, deadlineMs: 60, innerStateMs: 20 })

/** Number of objects that a capture notes for the report, for each object that it reads at once. */
const LEFT_FOR_REPORT = 5

/**
 * A process that ends within this time after an error was made, or was given to a handler of the application, is taken
 * to end because of that error: a handler that logs the error and closes what is open needs no longer.
 */
const ENDS_WITHIN_MS = 10_000

/** The same in a run of tests, because the frames of a test runner hold many objects beside those of the test. */
const LEFT_FOR_TEST_REPORT = 20

/**
 * Makes V8 ask at a throw that nobody will catch if it should abort. V8 reads this flag once in the life of a process,
 * at the first throw (test/workarounds/abort-flag-read-once.js, Node.js 20 to 26), so the flag is set before any code
 * of ours throws. If other code has thrown before, the addon notices.
 *
 * The flag holds for the whole process. In an isolate that has no callback for the question, such as those of
 * isolated-vm, it ends the process at an uncaught throw (`Isolate::CreateMessageOrAbort` in
 * https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/execution/isolate.cc). Nothing tells whether a program
 * will make such an isolate, so the flag is set only if the setting `uncaughtThrows` asks for it
 * (docs/decisions/abort-flag.md).
 *
 * @param {import('../addon/native-functions').Native | null} native null if there is no prebuilt addon; an addon that
 *   was compiled here is not loaded yet, because the search for it throws
 */
function askBeforeUncaught (native) {
  const setV8Flag = native === null ? require('node:v8').setFlagsFromString : native.setV8Flag
  setV8Flag(ASK_BEFORE_UNCAUGHT)
}

/**
 * @param {import('../capture/types').Context} context with the addon
 * @param {() => void} onCapture called after each capture
 * @param {(symbols: import('../addon/native-types').V8Symbols) => string} tryBuild returns why the stack of an unknown
 *   build must not be read; '' if it may
 */
function installThrowHooks (context, onCapture, tryBuild) {
  const {
    config: { rationing, uncaughtThrows }
  } = context
  const native = /** @type {import('../addon/native-functions').Native} */ (context.native)
  // V8 reports each construction of an Error while Error.stackTraceLimit differs from the flag
  // (test/workarounds/stack-trace-limit-reports.js, Node.js 20 to 26). The property stays what it was. Workers and `vm`
  // contexts begin with the flag's value (test/workarounds/worker-stack-trace-limit.js, Node.js 20 to 26). A worker
  // gets the usual one back here, unless --frozen-intrinsics has made it read-only
  // (test/workarounds/frozen-stack-trace-limit.js, Node.js 20 to 26), and a context in
  // src/hooks/contexts/new_contexts.cc.
  const usualStackTraceLimit = stackTraceLimitOfFlags() ?? USUAL_STACK_TRACE_LIMIT
  const flagStackTraceLimit = reportingStackTraceLimit(usualStackTraceLimit)
  native.setV8Flag(reportErrors(flagStackTraceLimit))
  if (Error.stackTraceLimit === flagStackTraceLimit) Reflect.set(Error, 'stackTraceLimit', usualStackTraceLimit)
  // The addon gets what captures need before the first of them, because a capture may be unable to run JavaScript.
  noteIntrinsics(native)
  context.redactor()
  const options = {
    ...rationing,
    ownCode: OWN_FOLDERS,
    whyNotNative: whyNotNative(native, tryBuild),
    hookErrors: true,
    hookUncaught: uncaughtThrows,
    hookRejections: true,
    flagStackTraceLimit,
    usualStackTraceLimit
  }
  const onEvent = createEventListener(context, native, onCapture)
  native.installThrowHooks(onEvent, options, context.taskProbes, () => flatAsyncStores(native))
  context.captures.areNative = native.hookCounters().captureWay === NATIVE_WAY
  applyCaptureLimits(context)
  if (context.captures.areNative) return
  // Loaded now, because to load it in a capture could run the application's code.
  const { startsInspector, whyNoPause } = context.fallback()
  if (startsInspector()) whyNoPause(native) // a worker relies on what this call has seen
}

/** @returns {number | undefined} the limit that the process was started with; undefined if none was given */
function stackTraceLimitOfFlags () {
  let given = `${process.env.NODE_OPTIONS}`
  for (let i = 0; i < process.execArgv.length; i++) given += ` ${process.execArgv[i]}`
  const last = RegExpExec(/.*--stack[-_]trace[-_]limit[= ](\d+)/s, given)
  return last === null ? undefined : +last[1]
}

/**
 * @param {import('../addon/native-functions').Native} native
 * @param {Parameters<typeof installThrowHooks>[2]} tryBuild
 * @returns {string} the reason why the addon must not try to read the stack; '' when it may
 */
function whyNotNative (native, tryBuild) {
  if (process.env.CRASH_COLLECTOR_FALLBACK === 'on') return 'CRASH_COLLECTOR_FALLBACK is on'
  const symbols = native.v8Symbols()
  return symbols.source === KNOWN_BUILD ? '' : tryBuild(symbols)
}

/**
 * @param {import('../capture/types').Context} context
 * @param {import('../addon/native-functions').Native} native
 * @param {() => void} onCapture
 * @returns
 *   {(hook: number, id: number, overflow: boolean, foreign: import('../addon/native-types').ForeignStop
 *     | undefined) => boolean}
 *   a function that captures if the addon cannot read the stack; the addon calls it with a negative hook after a
 *   capture that the addon made
 */
function createEventListener (context, native, onCapture) {
  const { taskProbes } = context
  return (hook, id, overflow, foreign) => {
    try {
      return enterCollector(native, () => {
        if (hook >= 0) {
          const { pausedSnapshots, takeSnapshot, whyNoPause } = context.fallback()
          if (whyNoPause(native) !== null) return false
          context.redactor()
          const limits = limitsAt(context.config, HOOKS[hook])
          const options = { id, hook: HOOKS[hook], limits, overflow, foreign, taskProbes }
          pausedSnapshots(context).add(takeSnapshot(native, options))
        }
        onCapture()
        return true
      })
    } catch (error) {
      context.notices.failed(error)
      return false
    }
  }
}

/**
 * Gives the addon the limits of captures, and tells it what to remember. Call this again when the configuration has
 * changed.
 * @param {import('../capture/types').Context} context
 */
function applyCaptureLimits ({ captures, native, config }) {
  const waiting = config.asyncTasks !== 'off'
  native?.watchPrintedErrors(captures.areNative && ArrayIncludes(config.triggers, 'caught') ? ENDS_WITHIN_MS : 0)
  // A runner reports an error when the test has returned. By then nothing else may hold the objects of its variables.
  const ofTests = captures.areOfTests
    ? {
        maxObjects: MathMin(config.maxObjects, config.rationing.atThrowMaxObjects * LEFT_FOR_TEST_REPORT),
        keepsObjects: true
      }
    : {}
  native?.setCaptureLimits({
    atThrow: { ...limitsAt(config, 'errorCreated'), ...ofTests, details: true, waiting },
    full: { ...limitsAt(config, 'uncaught'), details: true, waiting },
    interrupted: { ...limitsAt({ ...config, ...withinPause(config) }, 'uncaught'), details: true, waiting },
    notifies: ArrayIncludes(config.triggers, 'handled')
  })
}

/**
 * @param {import('../../packages/shared/config').Config} config
 * @returns limits of a capture that interrupts a program, which is to go on after some ten milliseconds
 */
function withinPause ({ maxObjects, maxBytes, deadlineMs, innerStateMs }) {
  return {
    maxObjects: MathMin(maxObjects, INTERRUPTED.maxObjects),
    maxBytes: MathMin(maxBytes, INTERRUPTED.maxBytes),
    deadlineMs: MathMin(deadlineMs, INTERRUPTED.deadlineMs),
    innerStateMs: MathMin(innerStateMs, INTERRUPTED.innerStateMs)
  }
}

/**
 * @param {import('../../packages/shared/config').Config} config
 * @param {typeof HOOKS[number]} hook
 */
function limitsAt (config, hook) {
  const maxBytes = bytesForObjects(config.maxBytes)
  // An error of the hook `uncaught` nearly always ends the process, so its capture may take as much as a dump.
  if (hook === 'uncaught') return { ...config, maxBytes, deepShare: DEEP_SHARE }
  const { atThrowMaxObjects, atThrowDeadlineMs, atThrowInnerStateMs } = config.rationing
  return {
    ...config,
    maxBytes,
    deepShare: DEEP_SHARE,
    maxProperties: MathMin(config.maxProperties, AT_THROW.maxProperties),
    maxEntries: MathMin(config.maxEntries, AT_THROW.maxEntries),
    maxNestedStringLength: AT_THROW.maxNestedStringLength,
    maxRecords: MathMin(config.maxObjects, atThrowMaxObjects),
    maxObjects: MathMin(config.maxObjects, atThrowMaxObjects * LEFT_FOR_REPORT),
    isGoneOnWith: true,
    deadlineMs: atThrowDeadlineMs,
    innerStateMs: atThrowInnerStateMs
  }
}

module.exports = { ENDS_WITHIN_MS, applyCaptureLimits, askBeforeUncaught, installThrowHooks }

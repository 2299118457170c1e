'use strict'
// Mode `on-demand`: V8 tells when an exception is created, the addon decides whether it is worth a capture, and reads
// the stack on the spot. See docs/design.md, "The hooks".

const fs = require('node:fs')
const { sep } = require('node:path')

const { flatAsyncStores } = require('../capture/snapshot/async-stores')
const { bytesForObjects } = require('../capture/write/byte-shares')
const { enterCollector } = require('../safe/enter-collector')
const { noteIntrinsics } = require('../capture/values/intrinsics')
const { DEEP_SHARE } = require('../capture/values/native-walk')
const { OWN_CODE } = require('../capture/values/own-objects')
const { ArrayIncludes } = require('../safe/primordials')
const { ASK_BEFORE_UNCAUGHT, REPORTING_STACK_TRACE_LIMIT, REPORT_ERRORS } = require('../addon/v8-flags')

/** In the order of src/hooks/throw_hooks.h. */
const HOOKS = /** @type {const} */ (['errorCreated', 'uncaught', 'promiseReject'])

/** `v8Symbols().source` of a published release, whose symbols the addon has in a table. */
const KNOWN_BUILD = 'knownBuild'

/** `hookCounters().captureWay` where the addon reads the stack itself. */
const NATIVE_WAY = 'native'

/** If the budget is low, a capture reads the innermost functions, and what stands in their variables. */
const SMALL = Object.freeze({ maxFirstFrames: 8, maxLastFrames: 0, maxRecords: 40, maxObjects: 200 })

/** Limits for an error that may be handled: what is longer is seldom wanted, and every error pays for it. */
const TENTATIVE = Object.freeze({ maxProperties: 60, maxEntries: 10, maxNestedStringLength: 1000 })

/** Objects that a capture notes for the report, for each that it reads at once. */
const LEFT_FOR_REPORT = 5

/** What `Error.stackTraceLimit` is in every program. */
const USUAL_STACK_TRACE_LIMIT = 10

/**
 * Makes V8 ask, at a throw that nobody will catch, whether it should abort. V8 reads this flag once in the life of a
 * process, at the first throw (test/workarounds/abort-flag-read-once.js, Node.js 20 to 26), so it is set before
 * anything of ours throws. Where somebody threw before us the addon notices.
 *
 * In an isolate that has no callback for the question, such as those of isolated-vm, the flag ends the process at an
 * uncaught throw (`Isolate::CreateMessageOrAbort` in
 * https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/execution/isolate.cc). Where that package is installed the
 * flag stays off, and with it this hook.
 *
 * @param {import('../addon/native-types').Native | null} native null while there is none: its search throws
 * @returns {boolean} whether the flag is set
 */
function askBeforeUncaught (native) {
  if (usesOtherIsolates()) return false
  const setV8Flag = native === null ? require('node:v8').setFlagsFromString : native.setV8Flag
  setV8Flag(ASK_BEFORE_UNCAUGHT)
  return true
}

function usesOtherIsolates () {
  const program = process.argv[1] ?? `${process.cwd()}${sep}x`
  // By hand, because of what lib/addon/own-files.js says of path.join().
  for (let end = program.lastIndexOf(sep); end >= 0; end = end === 0 ? -1 : program.lastIndexOf(sep, end - 1)) {
    if (fs.existsSync(`${program.slice(0, end)}${sep}node_modules${sep}isolated-vm`)) return true
  }
  return false
}

/**
 * @param {import('../capture/types').Context} context with the addon
 * @param {object} options
 * @param {boolean} options.asksBeforeUncaught V8 was told to call at uncaught throws
 * @param {() => void} options.onCapture called after each capture
 */
function installThrowHooks (context, { asksBeforeUncaught, onCapture }) {
  const {
    config: { rationing }
  } = context
  const native = /** @type {import('../addon/native-types').Native} */ (context.native)
  // V8 reports each construction of an Error while Error.stackTraceLimit differs from the flag
  // (test/workarounds/stack-trace-limit-reports.js, Node.js 20 to 26). The property stays what it was. A worker begins
  // with the flag's value (test/workarounds/worker-stack-trace-limit.js, Node.js 20 to 26) and gets the usual one back,
  // unless --frozen-intrinsics has made it read-only (test/workarounds/frozen-stack-trace-limit.js, Node.js 20 to 26).
  native.setV8Flag(REPORT_ERRORS)
  if (Error.stackTraceLimit === REPORTING_STACK_TRACE_LIMIT) {
    Reflect.set(Error, 'stackTraceLimit', USUAL_STACK_TRACE_LIMIT)
  }
  // What captures need is there before the first of them, which may run no JavaScript.
  noteIntrinsics(native)
  context.redactor()
  const options = {
    ...rationing,
    ownCode: OWN_CODE,
    whyNotNative: whyNotNative(native),
    hookErrors: true,
    hookUncaught: asksBeforeUncaught,
    hookRejections: true
  }
  const onEvent = eventListener(context, native, onCapture)
  native.installThrowHooks(onEvent, options, context.taskProbes, () => flatAsyncStores(native))
  applyCaptureLimits(context)
  context.captures.areNative = native.hookCounters().captureWay === NATIVE_WAY
  if (context.captures.areNative) return
  const { startsInspector, whyNoPause } = context.fallback()
  if (startsInspector) whyNoPause(native) // for the workers
}

/**
 * @param {import('../addon/native-types').Native} native
 * @returns {string} why the addon is not even to try to read the stack; '' when it is
 */
function whyNotNative (native) {
  if (process.env.CRASH_COLLECTOR_FALLBACK === 'on') return 'CRASH_COLLECTOR_FALLBACK is on'
  const symbols = native.v8Symbols()
  if (symbols.source === KNOWN_BUILD) return ''
  return require('../addon/build-trial/try-build').mayReadStack(symbols, { tries: 'whenUntried' }).problem
}

/**
 * @param {import('../capture/types').Context} context
 * @param {import('../addon/native-types').Native} native
 * @param {() => void} onCapture
 * @returns
 *   {(hook: number, id: number, overflow: boolean, foreign: import('../addon/native-types').ForeignStop
 *     | undefined) => boolean}
 *   called where the addon cannot read the stack, and with a negative hook after a capture that the addon made
 */
function eventListener (context, native, onCapture) {
  const { captures: { tentative }, taskProbes } = context
  return (hook, id, overflow, foreign) => {
    try {
      return enterCollector(native, () => {
        if (hook >= 0) {
          if (context.fallback().whyNoPause(native) !== null) return false
          context.redactor()
          const limits = limitsAt(context.config, HOOKS[hook])
          const options = { id, hook: HOOKS[hook], limits, overflow, foreign, taskProbes }
          tentative.add(context.fallback().takeSnapshot(native, options))
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

/** @param {number} a @param {number} b */
function min (a, b) {
  return a < b ? a : b
}

/**
 * To be called again when the configuration has changed.
 * @param {import('../capture/types').Context} context
 */
function applyCaptureLimits ({ native, config }) {
  const waiting = config.asyncTasks !== 'off'
  native?.setCaptureLimits({
    small: { ...limitsAt(config, 'errorCreated'), ...SMALL, details: true, waiting: false },
    tentative: { ...limitsAt(config, 'errorCreated'), details: true, waiting },
    full: { ...limitsAt(config, 'uncaught'), details: true, waiting },
    notifies: ArrayIncludes(config.triggers, 'handled')
  })
}

/**
 * @param {import('../config').Config} config
 * @param {typeof HOOKS[number]} hook
 */
function limitsAt (config, hook) {
  const maxBytes = bytesForObjects(config.maxBytes)
  // Uncaught is rarely wrong: what it sees may cost as much as a crash may.
  if (hook === 'uncaught') return { ...config, maxBytes, deepShare: DEEP_SHARE }
  const { tentativeMaxObjects, tentativeDeadlineMs, tentativeInnerStateMs } = config.rationing
  return {
    ...config,
    maxBytes,
    deepShare: DEEP_SHARE,
    maxProperties: min(config.maxProperties, TENTATIVE.maxProperties),
    maxEntries: min(config.maxEntries, TENTATIVE.maxEntries),
    maxNestedStringLength: TENTATIVE.maxNestedStringLength,
    maxRecords: min(config.maxObjects, tentativeMaxObjects),
    maxObjects: min(config.maxObjects, tentativeMaxObjects * LEFT_FOR_REPORT),
    isGoneOnWith: true,
    deadlineMs: tentativeDeadlineMs,
    innerStateMs: tentativeInnerStateMs
  }
}

module.exports = { applyCaptureLimits, askBeforeUncaught, installThrowHooks }

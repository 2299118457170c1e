'use strict'
// Writes the dump that the application asks for with capture(); the process lives on.

const { findCauses } = require('../capture/match/causes')
const { enterCollector } = require('../safe/enter-collector')
const { errorLine, readError } = require('../capture/values/read-error')
const { findCauseSnapshots } = require('../capture/match/find-snapshots')
const { ArrayIncludes } = require('../safe/primordials')
const { saveDump } = require('../capture/write/save-dump')
const { nativeSnapshot } = require('../capture/snapshot/native-snapshot')
const { pruneAfterDump } = require('../dump/prune')
const { CrashCollectorError } = require('../errors')

/**
 * @param {import('../capture/types').Context} context
 * @param {unknown} error what the dump shows as the exception; undefined for none
 * @param {{ annotations?: Record<string, unknown> } | null} [options] for this dump alone
 * @returns {string | null} path of the dump; null when the settings want none, because a call must not fail for that
 * @throws {CrashCollectorError} DUMP_NOT_WRITTEN
 */
function captureNow (context, error, options) {
  const { native, config } = context
  if (config.mode === 'off' || !ArrayIncludes(config.triggers, 'api')) return null
  const annotations = options?.annotations
  // The collector is entered twice. In between the error's stack is formatted, perhaps by the application's formatter,
  // which must run with the application's own prototypes.
  const found = enterCollector(native, () => findCaptures(context, error))
  if (error !== undefined) readError(error)
  const { path, problem, notWanted } = enterCollector(native, () =>
    saveCurrentState(context, { ...found, error, annotations })
  )
  if (path === null && notWanted !== true) {
    throw new CrashCollectorError('DUMP_NOT_WRITTEN', `no dump was written: ${problem}`, {
      hint: `check that ${config.dir} can be written to and has room, or set CRASH_COLLECTOR_DIR`
    })
  }
  return path
}

/**
 * Finds the captures of an error and of its causes. To be called before the error's stack is formatted, because after
 * that V8 no longer knows where the error was made (test/workarounds/stack-formatted-once.js, Node.js 20 to 26).
 * @param {import('../capture/types').Context} context
 * @param {unknown} error
 */
function findCaptures (context, error) {
  context.redactor() // values that have become secret since the captures are hidden when these are read
  return {
    // If the value is a primitive, captures of an equal one may be of another throw, so they are not looked for.
    snapshots: findCauseSnapshots(context, error).snapshots,
    causes: error === undefined ? [] : findCauses(context, error)
  }
}

/**
 * @param {import('../capture/types').Context} context
 * @param {ReturnType<typeof findCaptures> & { error: unknown, annotations?: Record<string, unknown> }} wanted
 * @returns {import('../capture/types').Saved}
 */
function saveCurrentState (context, { snapshots, causes, error, annotations }) {
  const { config } = context
  /** @type {import('../capture/types').Report} */
  const report = {
    trigger: 'api',
    exception: error === undefined ? null : { value: error },
    handled: false,
    snapshots,
    match: 'identity',
    causes,
    notCaptured: [],
    captureErrors: context.notices.takeFailures(),
    annotations
  }
  readStack(context, report)
  const saved = saveDump(context, report)
  if (saved.noHeapSnapshot !== null) context.notices.failed(`no heap snapshot: ${saved.noHeapSnapshot}`)
  if (saved.path !== null) pruneAfterDump(config.dir, config)
  return saved
}

/**
 * Captures the stack of the caller.
 * @param {import('../capture/types').Context} context
 * @param {import('../capture/types').Report} report gets the capture, or the reason why there is none
 */
function readStack (context, { snapshots, notCaptured, captureErrors }) {
  const { native, config, fallback, redactor, taskProbes } = context
  if (native === null) {
    notCaptured[0] = { what: 'callFrames', reason: 'noAddon' }
    return
  }
  try {
    const own = context.captures.areNative ? nativeSnapshot(native, native.captureNow()) : null
    if (own !== null) {
      snapshots[snapshots.length] = own
      return
    }
    const reason = fallback().whyNoPause(native)
    if (reason !== null) {
      notCaptured[0] = { what: 'callFrames', reason }
      return
    }
    redactor()
    const options = { id: 0, hook: /** @type {const} */ ('api'), limits: config, taskProbes }
    snapshots[snapshots.length] = fallback().takeSnapshot(native, options)
  } catch (failure) {
    const detail = errorLine(failure)
    const reason = fallback().whyNoPause(native) ?? 'error'
    notCaptured[0] = { what: 'callFrames', reason, detail }
    if (reason === 'error') captureErrors[captureErrors.length] = `callFrames: ${detail}`
  }
}

module.exports = { captureNow }

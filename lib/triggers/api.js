'use strict'
// The application asks for a dump of itself, and lives on.

const { describeReported } = require('../capture/error-text')
const { whyNoPause } = require('../capture/pause')
const { ArrayIncludes } = require('../capture/primordials')
const { saveDump } = require('../capture/save-dump')
const { takeSnapshot } = require('../capture/snapshot')
const { CrashCollectorError } = require('../errors')

/**
 * @param {import('../collector').Context} context
 * @param {unknown} error what the dump shows as the exception; undefined for none
 * @param {{ annotations?: Record<string, unknown> } | null} [options] for this dump alone
 * @returns {string | null} path of the dump; null when the settings want none: an application that calls must not fail for that
 * @throws {CrashCollectorError} DUMP_NOT_WRITTEN
 */
function captureNow (context, error, options) {
  const { native, config } = context
  if (config.mode === 'off' || !ArrayIncludes(config.triggers, 'api')) return null
  const report = {
    trigger: /** @type {const} */ ('api'),
    exception: error === undefined ? null : { value: error },
    handled: false,
    snapshots: /** @type {import('../capture/snapshot').Snapshot[]} */ ([]),
    match: /** @type {const} */ ('identity'),
    notCaptured: /** @type {import('../dump/format').NotCaptured[]} */ ([]),
    captureErrors: context.takeFailures(),
    annotations: options?.annotations
  }
  native?.suspendThrowHooks(true)
  try {
    const reason = whyNoPause(native)
    if (reason !== null) report.notCaptured[0] = { what: 'callFrames', reason }
    else {
      const snapshot = takeSnapshot(native, { id: 0, hook: 'api', limits: { ...config, redactor: context.redactor() }, taskProbes: context.taskProbes })
      report.snapshots[0] = snapshot
    }
  } catch (failure) {
    report.notCaptured[0] = { what: 'callFrames', reason: 'noInspector', detail: /** @type {Error} */ (failure).message }
  } finally {
    native?.suspendThrowHooks(false)
  }
  // Has the stack formatted, by a formatter of the application if it has one, which must not run while its prototypes are taken away.
  if (error !== undefined) describeReported(error)
  const { path, problem, noHeapSnapshot } = saveDump(context, report)
  if (path === null) {
    throw new CrashCollectorError('DUMP_NOT_WRITTEN', `no dump was written: ${problem}`, {
      hint: `check that ${config.dir} can be written to and has room, or set CRASH_COLLECTOR_DIR`
    })
  }
  if (noHeapSnapshot !== null) context.failed(`no heap snapshot: ${noHeapSnapshot}`)
  return path
}

module.exports = { captureNow }

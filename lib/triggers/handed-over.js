'use strict'
// Writes dumps of what is handed over: by the application with capture(), by a framework or a test runner. The process
// lives on.

const { addStack } = require('./add-stack')
const { findCaptures } = require('../capture/match/find-snapshots')
const { readError } = require('../capture/values/read-error')
const { newReport, saveDump } = require('../capture/write/save-dump')
const { enterCollector } = require('../safe/enter-collector')
const { ArrayIncludes } = require('../safe/primordials')
const { pruneAfterDump } = require('../../packages/shared/dump/retention')
const { CrashCollectorError } = require('../../packages/shared/errors')

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
  const exception = error === undefined ? null : { value: error }
  const { path, problem, notWanted, noHeapSnapshot } = saveHandedOver(context, 'api', exception, report => {
    report.annotations = annotations
    addStack(context, report, 'api', () => native?.captureNow() ?? 0)
  })
  if (noHeapSnapshot !== null) context.notices.failed(`no heap snapshot: ${noHeapSnapshot}`)
  if (path === null && notWanted !== true) {
    throw new CrashCollectorError('DUMP_NOT_WRITTEN', `no dump was written: ${problem}`, {
      hint: `check that ${config.dir} can be written to and has room, or set CRASH_COLLECTOR_DIR`
    })
  }
  return path
}

/**
 * Writes the dump of an error that the application, a framework or a test runner hands over.
 * @param {import('../capture/types').Context} context
 * @param {import('../capture/types').Report['trigger']} trigger
 * @param {import('../capture/types').Report['exception']} exception the error; null for a dump without one
 * @param {(report: import('../capture/types').Report) => void} complete adds what the trigger knows; called within the
 *   collector
 * @returns {import('../capture/types').Saved}
 */
function saveHandedOver (context, trigger, exception, complete) {
  const { native } = context
  // The collector is entered twice. In between the error's stack is formatted, perhaps by the application's formatter,
  // which must run with the application's own prototypes.
  const found = enterCollector(native, () => findCaptures(context, exception?.value))
  if (exception !== null) readError(exception.value)
  return enterCollector(native, () => {
    const report = newReport(context, trigger, { ...found, exception, match: 'identity' })
    complete(report)
    const saved = saveDump(context, report)
    if (saved.path !== null) pruneAfterDump(context.config.dir, context.config)
    return saved
  })
}

module.exports = { captureNow, saveHandedOver }

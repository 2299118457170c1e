'use strict'
// Writes the dump that the application asks for with capture(); the process lives on.

const { addStack } = require('./add-stack')
const { findCaptures } = require('../capture/match/causes')
const { enterCollector } = require('../safe/enter-collector')
const { readError } = require('../capture/values/read-error')
const { ArrayIncludes } = require('../safe/primordials')
const { newReport } = require('../capture/write/new-report')
const { saveDump } = require('../capture/write/save-dump')
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
 * @param {import('../capture/types').Context} context
 * @param {ReturnType<typeof findCaptures> & { error: unknown, annotations?: Record<string, unknown> }} wanted
 * @returns {import('../capture/types').Saved}
 */
function saveCurrentState (context, { snapshots, causes, error, annotations }) {
  const { config, native } = context
  const exception = error === undefined ? null : { value: error }
  const report = newReport(context, 'api', { exception, snapshots, match: 'identity', causes, annotations })
  addStack(context, report, 'api', () => native?.captureNow() ?? 0)
  const saved = saveDump(context, report)
  if (saved.noHeapSnapshot !== null) context.notices.failed(`no heap snapshot: ${saved.noHeapSnapshot}`)
  if (saved.path !== null) pruneAfterDump(config.dir, config)
  return saved
}

module.exports = { captureNow }

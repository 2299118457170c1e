'use strict'
// Writes the dump that the application asks for with capture(); the process lives on.

const { addStack } = require('./add-stack')
const { saveHandedOver } = require('../capture/write/save-handed-over')
const { ArrayIncludes } = require('../safe/primordials')
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

module.exports = { captureNow }

'use strict'
// Has an addon of its own write a dump when a signal such as SIGSEGV ends the process. JavaScript cannot run then, so
// the addon gets what JavaScript knows of the process at the start.

const { loadSignals } = require('../addon/native')
const { processTree } = require('../addon/process-tree')
const { isMainThread, threadId } = require('../addon/thread')
const { readFixedState, readUptimeMs } = require('../capture/process-state')
const { headerRecord } = require('../capture/write/header-record')
const { nameStart } = require('../../packages/shared/dump/store')
const { ArrayIncludes, JSONStringify, StringSlice, process } = require('../safe/primordials')
const { say } = require('../stderr')

/** @typedef {import('../capture/types').Context} Context */

/** Characters that stand for what is known at the signal only (SignalDumpParts of src/signals/signal_dump.h). */
const TIME = '\u0001'
const THREAD_ID = '\u0002'
const UPTIME_MS = '\u0003'
const RESIDENT_BYTES = '\u0004'

/** @type {import('../addon/native-functions').SignalFunctions | undefined} */
let signals

/**
 * Installs the handlers of signals, or changes what they write, as the configuration says. Never throws.
 * @param {Context} context
 */
function watchSignals (context) {
  try {
    const problem = install(context)
    if (problem !== '') say(context.config, `the trigger "signal" does nothing here: ${problem}`)
  } catch (error) {
    context.notices.failed(error)
  }
}

/**
 * @param {Context} context
 * @returns {string} the reason why there are no handlers; '' when there are, or none are wanted
 */
function install (context) {
  const { native, config } = context
  if (native === null) return 'it needs the addon'
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64'
  try {
    signals ??= loadSignals()
  } catch {
    return 'it needs an addon of its own, and there is none for this Node.js'
  }
  // The handlers belong to the process, and their dumps show the process as its main thread has described it.
  if (!isMainThread(native) && signals.addSignalThread(threadId())) return ''
  if (!ArrayIncludes(config.triggers, 'signal')) {
    signals.forgetSignals()
    return ''
  }
  const problem = signals.watchSignals({
    directory: config.dir,
    nameStart: nameStart(config.fileLabel, 'signal'),
    header: headerTemplate(context),
    process: processTemplate(context),
    uptimeMs: readUptimeMs(),
    prints: config.stderr !== 'none'
  })
  if (problem === '') signals.addSignalThread(threadId())
  return problem
}

/** @param {Context} context */
function headerTemplate ({ config, limits, native }) {
  const known = headerRecord({ trigger: 'signal', match: null }, [], config, limits)
  const header = { ...known, ...processTree(native), threadId: undefined }
  return withMore(header, `"time":"${TIME}","threadId":${THREAD_ID}`)
}

/** @param {Context} context */
function processTemplate ({ config, redactor }) {
  const state = readFixedState(config.env)
  const secrets = redactor()
  const record = { kind: 'process', ...(secrets === null ? state : secrets.state(state)) }
  return withMore(record, `"uptimeMs":${UPTIME_MS},"memoryUsage":{"rss":${RESIDENT_BYTES}}`)
}

/**
 * @param {object} record
 * @param {string} fields JSON
 * @returns {string} JSON of the record with the fields
 */
function withMore (record, fields) {
  return `${StringSlice(JSONStringify(record), 0, -1)},${fields}}`
}

/** Writes no dumps of signals from now on. */
function forgetSignals () {
  signals?.forgetSignals()
}

module.exports = { forgetSignals, watchSignals }

'use strict'
// Report -> file. The only place in the dying process that opens one.

const { renameSync, rmSync } = require('node:fs')
const path = require('node:path')

const { DumpWriter } = require('../dump/writer')
const { PARTIAL_SUFFIX } = require('../dump/format')
const { createDirectory, dumpName, heapSnapshotPath } = require('../dump/store')
const { threadId } = require('../thread')
const { composeDump } = require('./compose-dump')
const { errorLine } = require('./error-text')
const { nativeWalk } = require('./native-walk')
const { withPlainPrototypes } = require('./plain-prototypes')
const { BufferAlloc, DateNow, JSONStringify } = require('./primordials')
const { asyncStoresJson } = require('./async-stores')

/**
 * @typedef {import('../collector').Context} Context
 * @typedef {import('./compose-dump').Report} Report
 * @typedef {import('./native-walk').WalkedObjects} WalkedObjects
 */

/**
 * What is read only now.
 * @typedef {object} Unread
 * @property {{ value: unknown } | null} exception
 * @property {Record<string, unknown>} [annotations] for this dump alone
 */

const { pid } = process

let sequence = 0

/**
 * Writes a dump. Never throws: what goes wrong is for the one line that the process may print.
 *
 * @param {Context} context
 * @param {Omit<Report, 'exception' | 'annotations' | 'asyncStores'> & Unread} report
 * @returns {{ path: string, problem: null } | { path: null, problem: string }}
 */
function saveDump (context, report) {
  // What fails on the way makes errors, of which nobody wants to see captures.
  context.native?.suspendThrowHooks(true)
  const { writesHeapSnapshot } = context.config
  if (writesHeapSnapshot) context.native?.holdObjects(true)
  try {
    return withPlainPrototypes(() => saveNow(context, report))
  } finally {
    if (writesHeapSnapshot) context.native?.holdObjects(false)
    context.native?.suspendThrowHooks(false)
  }
}

/** @type {typeof saveDump} */
function saveNow (context, report) {
  const { config } = context
  let writer
  try {
    createDirectory(config.dir)
    const nextPath = () => config.dir + path.sep + dumpName({ timeMs: DateNow(), pid, threadId: threadId(), seq: ++sequence })
    writer = new DumpWriter(nextPath, context.native?.gzip)
    composeDump(writer, {
      ...report,
      exception: report.exception && { value: report.exception.value, ...readValue(context, 'e', report.exception.value, report) },
      annotations: context.annotations.read(value => readValue(context, 'a', value, report), report.annotations),
      asyncStores: report.snapshots.length > 0 ? null : readAsyncStores(context, report)
    }, context)
    const file = writer.finish()
    if (config.writesHeapSnapshot) saveHeapSnapshot(context, file)
    return { path: file, problem: null }
  } catch (error) {
    writer?.abandon()
    return { path: null, problem: errorLine(error) }
  }
}

/**
 * When the dump is safe, because it takes long. What goes wrong with it is no reason to say that there is no dump.
 * @param {Context} context
 * @param {string} dump path
 */
function saveHeapSnapshot ({ native, failed, config }, dump) {
  const file = heapSnapshotPath(dump)
  const partial = file + PARTIAL_SUFFIX
  const numbers = config.heap === 'snapshot-with-numbers'
  try {
    if (native === null) throw new Error('it takes the addon')
    // Whoever goes from the dump into the snapshot hides there what the dump's own rules hide.
    const settings = JSONStringify({ numbers, redactNames: config.redactNames, redactExcept: config.redactExcept, redactPrefixes: config.redactPrefixes })
    const answer = native.writeHeapSnapshot(partial, settings, numbers)
    if (answer.error !== undefined) throw new Error(answer.error)
    renameSync(partial, file)
  } catch (error) {
    failed(new Error(`no heap snapshot: ${/** @type {Error} */ (error).message}`))
    try {
      rmSync(partial, { force: true })
    } catch {} // pruned one day
  }
}

/**
 * @param {Context} context
 * @param {string} prefix of the ids of the objects, which belong to no pause
 * @param {unknown} value
 * @param {{ captureErrors: string[] }} report
 */
function readValue (context, prefix, value, { captureErrors }) {
  try {
    return readWith(context, prefix, value)
  } catch (error) {
    captureErrors[captureErrors.length] = `value: ${errorLine(error)}`
    return { json: '{"type":"object","notCapturedReason":"error"}', objects: { near: BufferAlloc(0), far: BufferAlloc(0), missing: {} } }
  }
}

/**
 * Those of the code that reports, when nothing was captured at the throw.
 * @param {Context} context
 * @param {{ captureErrors: string[] }} report
 * @returns {Report['asyncStores']}
 */
function readAsyncStores (context, report) {
  /** @type {WalkedObjects[]} */
  const walked = []
  const stores = asyncStoresJson(context.native, value => {
    const { json, objects } = readValue(context, `s${walked.length}`, value, report)
    walked[walked.length] = objects
    return json
  })
  return { stores, objects: walked }
}

/**
 * @param {Context} context
 * @param {string} prefix
 * @param {unknown} value
 */
function readWith ({ native, config, pauses, redactor }, prefix, value) {
  const limits = { ...config, redactor: redactor() }
  if (native === null) return require('./inspector-walk').readValue(value, limits, prefix, pauses?.connection)
  const walk = nativeWalk(native, { ...limits, idPrefix: `${prefix}.` })
  const json = walk.liveValue(value)
  return { json, objects: walk.finish() }
}

module.exports = { saveDump }

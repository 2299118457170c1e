'use strict'
// Report -> file. The only place in the dying process that opens one.

const { renameSync, rmSync } = require('node:fs')
const path = require('node:path')

const { DumpWriter } = require('../dump/writer')
const { PARTIAL_SUFFIX } = require('../dump/format')
const { createDirectory, dumpName, heapSnapshotPath } = require('../dump/store')
const { threadId } = require('../thread')
const { addedGlobals } = require('./added-globals')
const { asyncStoresJson } = require('./async-stores')
const { bytesForObjects } = require('./byte-shares')
const { withCleanup } = require('./cleanup')
const { composeDump } = require('./compose-dump')
const { describeReported, errorLine } = require('./error-text')
const { nativeWalk } = require('./native-walk')
const { BigInt, BufferAlloc, DateNow, JSONStringify, hrtime } = require('./primordials')
const { bytesOf } = require('./tentative')
const { toJson } = require('./to-json')
const { valueWithoutContents } = require('./without-addon')

/**
 * @typedef {import('../collector').Context} Context
 * @typedef {import('./compose-dump').Report} Report
 * @typedef {import('./compose-dump').Values} Values
 * @typedef {import('./order-snapshots').OrderedSnapshot} OrderedSnapshot
 */

/**
 * @typedef {{ path: string, problem: null, noHeapSnapshot: string | null } | { path: null, problem: string, noHeapSnapshot: null }} Saved
 *   noHeapSnapshot: why none is beside the dump, where one was asked for
 */

/** Of a dump's time and of its bytes for objects, for the rest of these where the captures have used all: 312 ms and 0.75 MB by default. */
const LEAST_SHARE = 1 / 16

const UNREAD = '{"type":"object","notCapturedReason":"error"}'

/** @type {import('./native-walk').WalkedObjects} */
const NO_OBJECTS = { near: BufferAlloc(0), far: BufferAlloc(0), missing: {} }

const { pid } = process

let sequence = 0

/**
 * Writes a dump. Never throws: what goes wrong is for the one line that the process may print. To be called within enterCollector().
 *
 * @param {Context} context
 * @param {Report} report
 * @returns {Saved}
 */
function saveDump (context, report) {
  const { native, config } = context
  if (native === null || !config.writesHeapSnapshot) return saveNow(context, report)
  return withCleanup(() => {
    native.holdObjects(true)
    return saveNow(context, report)
  }, () => native.holdObjects(false))
}

/** @type {typeof saveDump} */
function saveNow (context, report) {
  const { config } = context
  const startedNs = hrtime()
  /** @type {DumpWriter | undefined} until the dump is complete */
  let writer
  try {
    createDirectory(config.dir)
    const nextPath = () => config.dir + path.sep + dumpName({ timeMs: DateNow(), pid, threadId: threadId(), seq: ++sequence })
    /** @type {import('./native-walk').NativeWalk | null} */
    let walk = null
    const file = withCleanup(() => {
      writer = new DumpWriter(nextPath, context.native?.gzip)
      composeDump(writer, report, context, snapshots => {
        const left = limitsLeft(config, snapshots)
        const values = readValues(context, report, snapshots, left)
        walk = values.walk
        return { values, deadlineNs: startedNs + BigInt(left.deadlineMs) * 1_000_000n }
      })
      const written = writer.finish()
      writer = undefined
      return written
    }, () => {
      writer?.abandon()
      walk?.close()
    })
    return { path: file, problem: null, noHeapSnapshot: config.writesHeapSnapshot ? saveHeapSnapshot(context, file) : null }
  } catch (error) {
    return { path: null, problem: errorLine(error), noHeapSnapshot: null }
  }
}

/**
 * A dump has one clock and one budget, on which its captures have drawn: the process stood still for them, too.
 * @param {import('../config').Config} config
 * @param {OrderedSnapshot[]} snapshots
 * @returns {{ deadlineMs: number, maxBytes: number }} integers
 */
function limitsLeft ({ deadlineMs, maxBytes }, snapshots) {
  let leftMs = deadlineMs
  const most = bytesForObjects(maxBytes)
  let leftBytes = most
  for (let i = 0; i < snapshots.length; i++) {
    leftMs -= snapshots[i].snapshot.durationMs
    leftBytes -= bytesOf(snapshots[i].snapshot)
  }
  return { deadlineMs: atLeastShare(leftMs, deadlineMs), maxBytes: atLeastShare(leftBytes, most) }
}

/**
 * @param {number} left
 * @param {number} limit at most 2 ** 30
 */
function atLeastShare (left, limit) {
  const least = limit * LEAST_SHARE
  return (left > least ? left : least) | 0
}

/**
 * When the dump is safe, because it takes long. What goes wrong with it is no reason to say that there is no dump.
 * @param {Context} context
 * @param {string} dump path
 * @returns {string | null} why there is none
 */
function saveHeapSnapshot ({ native, config }, dump) {
  const file = heapSnapshotPath(dump)
  const partial = file + PARTIAL_SUFFIX
  const numbers = config.heap === 'snapshot-with-numbers'
  if (native === null) return 'it takes the addon'
  let problem
  try {
    // Whoever goes from the dump into the snapshot hides there what the dump's own rules hide.
    const settings = JSONStringify({ numbers, redactNames: config.redactNames, redactExcept: config.redactExcept, redactPrefixes: config.redactPrefixes })
    const answer = native.writeHeapSnapshot(partial, settings, numbers)
    problem = answer.error ?? null
    if (problem === null) renameSync(partial, file)
  } catch (error) {
    problem = /** @type {Error} */ (error).message
  }
  if (problem === null) return null
  try {
    rmSync(partial, { force: true })
  } catch {} // pruned one day
  return problem
}

/**
 * @param {Context} context
 * @param {Report} report
 * @param {OrderedSnapshot[]} snapshots
 * @param {ReturnType<typeof limitsLeft>} left
 * @returns {Values}
 */
function readValues (context, report, snapshots, left) {
  const { native } = context
  if (native === null) return readWithoutAddon(context, report)
  /** @param {import('./native-walk').LiveValue} jsonOf makes the JSON of a Value */
  const read = jsonOf => ({
    exception: report.exception && jsonOf(report.exception.value),
    causes: causesJson(report.causes, jsonOf),
    globals: null,
    annotations: context.annotations.read(jsonOf, report.annotations),
    asyncStores: snapshots.length > 0 ? [] : asyncStoresJson(native, jsonOf)
  })
  try {
    return walkAll(native, context, read, { ...left, continues: snapshots.length > 0 ? snapshots[0].snapshot.id : undefined })
  } catch (error) {
    report.captureErrors[report.captureErrors.length] = `value: ${errorLine(error)}`
    return { ...read(() => UNREAD), objects: NO_OBJECTS, walk: null }
  }
}

/**
 * @param {import('./causes').Cause[]} causes
 * @param {import('./native-walk').LiveValue} jsonOf
 */
function causesJson (causes, jsonOf) {
  const list = []
  for (let i = 0; i < causes.length; i++) list[i] = jsonOf(causes[i].value)
  return list
}

/**
 * @param {Context} context
 * @param {Report} report
 * @returns {Values}
 */
function readWithoutAddon ({ annotations, config }, { exception, annotations: more, notCaptured }) {
  notCaptured[notCaptured.length] = { what: 'asyncStores', reason: 'noAddon' }
  if (annotations.read(() => true, more)) notCaptured[notCaptured.length] = { what: 'annotations', reason: 'noAddon' }
  return {
    exception: exception && toJson(valueWithoutContents(exception.value, describeReported(exception.value, { maxLength: config.maxStringLength }), config.redact)),
    causes: [],
    globals: null,
    annotations: null,
    asyncStores: [],
    objects: NO_OBJECTS,
    walk: null
  }
}

/**
 * In one walk, nearest first, so that they share what is left. It goes on with that of the throw: what this one met and left is read now.
 * @param {import('../native').Native} native
 * @param {Context} context
 * @param {(jsonOf: import('./native-walk').LiveValue) => Omit<Values, 'objects' | 'walk'>} read
 * @param {ReturnType<typeof limitsLeft> & { continues: number | undefined }} left
 * @returns {Values}
 */
function walkAll (native, { config, redactor }, read, left) {
  redactor()
  const walk = nativeWalk(native, { ...config, ...left, idPrefix: 'r.' })
  const values = read(walk.liveValue)
  const added = addedGlobals()
  const globals = added === null || walk.liveVariables === undefined ? null : walk.liveVariables(added)
  return { ...values, globals, objects: walk.takePart(), walk }
}

/**
 * @param {string} file a dump of something that did not end the process
 */
function removeDump (file) {
  try {
    rmSync(file, { force: true })
    rmSync(heapSnapshotPath(file), { force: true })
  } catch {} // it stays, and is pruned one day
}

module.exports = { removeDump, saveDump }

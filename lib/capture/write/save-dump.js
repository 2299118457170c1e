'use strict'
// Writes the dump of a report, and the heap snapshot beside it, to files.

const { DumpWriter } = require('../../dump/writer')
const { PARTIAL_SUFFIX } = require('../../dump/format')
const { createDirectory, dumpName, heapSnapshotPath } = require('../../dump/store')
const { threadId } = require('../../addon/thread')
const { withCleanup } = require('../../safe/cleanup')
const { atStart, renameSync, rmSync, sep } = require('../../safe/node-builtins')
const { composeDump } = require('./compose-dump')
const { describeErrors } = require('./describe-errors')
const { errorLine } = require('../values/read-error')
const { missingFrames } = require('../match/missing-frames')
const { BigInt, DateNow, JSONStringify, hrtime } = require('../../safe/primordials')
const { limitsLeft, readValues } = require('./read-values')

/**
 * @typedef {import('../types').Saved} Saved
 * @typedef {import('../types').Context} Context
 * @typedef {import('../types').Report} Report
 */

const { pid } = atStart

let sequence = 0

/**
 * Writes a dump. Never throws: `problem` is for the line that the process prints. To be called within enterCollector().
 *
 * @param {Context} context
 * @param {Report} report
 * @returns {Saved}
 */
function saveDump (context, report) {
  const { native, config } = context
  const startedNs = hrtime()
  // V8's heap snapshot takes more memory than is left at the heap's limit (docs/triggers.md).
  const writesHeapSnapshot = config.writesHeapSnapshot && report.trigger !== 'outOfMemory'
  const nextName = () => dumpName({ timeMs: DateNow(), pid, threadId: threadId(), seq: ++sequence })
  const nextPath = () => config.dir + sep + nextName()
  /** @type {DumpWriter | undefined} until the dump is complete */
  let writer
  /** @type {import('../values/native-walk').NativeWalk | null} */
  let walk = null
  try {
    return withCleanup(
      () => {
        if (writesHeapSnapshot) native?.holdObjects(true)
        createDirectory(config.dir)
        writer = new DumpWriter(nextPath, native?.gzip)
        const errors = describeErrors(context, report)
        const missing = missingFrames(context, report, errors.exception)
        if (missing !== null) report.notCaptured[report.notCaptured.length] = missing
        const left = limitsLeft(config, errors.allSnapshots)
        const values = readValues(context, report, errors, left)
        walk = values.walk
        const deadlineNs = startedNs + BigInt(left.deadlineMs) * 1_000_000n
        composeDump(writer, context, { report, errors, values, deadlineNs })
        const file = writer.finish()
        writer = undefined
        const noHeapSnapshot = writesHeapSnapshot ? saveHeapSnapshot(context, file) : null
        return { path: file, problem: null, noHeapSnapshot }
      },
      () => {
        writer?.abandon()
        walk?.close()
        if (writesHeapSnapshot) native?.holdObjects(false)
      }
    )
  } catch (error) {
    return { path: null, problem: errorLine(error), noHeapSnapshot: null }
  }
}

/**
 * Writes the heap snapshot beside a dump. This takes long, so the dump is on disk before. Never throws.
 * @param {Context} context
 * @param {string} dump path
 * @returns {string | null} the reason why there is no heap snapshot; null when there is one
 */
function saveHeapSnapshot ({ native, config }, dump) {
  const file = heapSnapshotPath(dump)
  const partial = file + PARTIAL_SUFFIX
  const numbers = config.heap === 'snapshot-with-numbers'
  if (native === null) return 'it takes the addon'
  let problem
  try {
    // The viewers redact the heap snapshot by the same rules as the dump, so the rules are written with it.
    const { redactNames, redactExcept, redactPrefixes } = config
    const settings = JSONStringify({ numbers, redactNames, redactExcept, redactPrefixes })
    const answer = native.writeHeapSnapshot(partial, settings, numbers)
    problem = answer.error ?? null
    if (problem === null) renameSync(partial, file)
  } catch (error) {
    problem = /** @type {Error} */ (error).message
  }
  if (problem === null) return null
  try {
    rmSync(partial, { force: true })
  } catch {} // it will be pruned
  return problem
}

/**
 * Removes a dump and its heap snapshot. Never throws.
 * @param {string} file a dump of an error that did not end the process
 */
function removeDump (file) {
  try {
    rmSync(file, { force: true })
    rmSync(heapSnapshotPath(file), { force: true })
  } catch {} // it stays, and will be pruned
}

module.exports = { removeDump, saveDump }

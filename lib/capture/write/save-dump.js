'use strict'
// Report -> file. The only place in the dying process that opens one.

const { DumpWriter } = require('../../dump/writer')
const { PARTIAL_SUFFIX } = require('../../dump/format')
const { createDirectory, dumpName, heapSnapshotPath } = require('../../dump/store')
const { threadId } = require('../../addon/thread')
const { withCleanup } = require('../../safe/cleanup')
const { atStart, renameSync, rmSync, sep } = require('../../safe/node-builtins')
const { composeDump } = require('./compose-dump')
const { describeErrors } = require('./describe-errors')
const { errorLine } = require('../values/error-text')
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
 * Writes a dump. Never throws: what goes wrong is for the one line that the process may print. To be called within
 * enterCollector().
 *
 * @param {Context} context
 * @param {Report} report
 * @returns {Saved}
 */
function saveDump (context, report) {
  const { native, config } = context
  const startedNs = hrtime()
  const nextName = () => dumpName({ timeMs: DateNow(), pid, threadId: threadId(), seq: ++sequence })
  const nextPath = () => config.dir + sep + nextName()
  /** @type {DumpWriter | undefined} until the dump is complete */
  let writer
  /** @type {import('../values/native-walk').NativeWalk | null} */
  let walk = null
  try {
    return withCleanup(
      () => {
        if (config.writesHeapSnapshot) native?.holdObjects(true)
        createDirectory(config.dir)
        writer = new DumpWriter(nextPath, native?.gzip)
        const errors = describeErrors(context, report)
        const left = limitsLeft(config, errors.allSnapshots)
        const values = readValues(context, report, errors.allSnapshots, left)
        walk = values.walk
        const deadlineNs = startedNs + BigInt(left.deadlineMs) * 1_000_000n
        composeDump(writer, context, { report, errors, values, deadlineNs })
        const file = writer.finish()
        writer = undefined
        const noHeapSnapshot = config.writesHeapSnapshot ? saveHeapSnapshot(context, file) : null
        return { path: file, problem: null, noHeapSnapshot }
      },
      () => {
        writer?.abandon()
        walk?.close()
        if (config.writesHeapSnapshot) native?.holdObjects(false)
      }
    )
  } catch (error) {
    return { path: null, problem: errorLine(error), noHeapSnapshot: null }
  }
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
  } catch {} // pruned one day
  return problem
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

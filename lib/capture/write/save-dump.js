'use strict'
// Writes the dump of a report, and the heap snapshot beside it, to files.

const { PARTIAL_SUFFIX } = require('../../../packages/shared/dump/terms')
const { markText } = require('../../../packages/shared/dump/crash-mark')
const { dumpName, heapSnapshotPath, nameStart } = require('../../../packages/shared/dump/store')
const { parentKeys } = require('../../addon/process-tree')
const { threadId } = require('../../addon/thread')
const { withCleanup } = require('../../safe/cleanup')
const { atStart, renameSync, rmSync } = require('../../safe/node-builtins')
const { crashKey } = require('../file/crash-key')
const { DumpFile } = require('../file/dump-file')
const { isIgnored, isRefused } = require('../file/ignored')
const { MAX_PACKED_BYTES, logText } = require('../file/log-line')
const { countInstead, earlierDumps, removeAll, removeOldest, repeatsInProcess, surplusOf } = require('../file/repeats')
const { addToIndex, whoElseOwns } = require('../file/user-directories')
const { composeDump } = require('./compose-dump')
const { describeErrors } = require('./report-records')
const { createCallers } = require('../values/call-application')
const { errorLine } = require('../values/read-error')
const { isMemoryShort } = require('./heap-histogram')
const { missingFrames } = require('../match/missing-frames')
const { ArrayIncludes, BigInt, BufferFrom, DateNow, hrtime, isoTime } = require('../../safe/primordials')
const { limitsLeft, readValues } = require('./read-values')
const { withRealFiles } = require('../../safe/real-files')
const { askThreads } = require('./thread-records')

/**
 * @typedef {import('../types').Saved} Saved
 * @typedef {import('../types').Context} Context
 * @typedef {import('../types').Report} Report
 */

const { pid } = atStart

let sequence = 0

/** Number of bytes of objects that are read for a line on stderr. */
const OBJECT_BYTES_FOR_LINE = 128 * 1024

/** Triggers of dumps that somebody has asked for: each is written, and all stay. */
const ASKED_FOR = ['api', 'request', 'testFailure']

/** Triggers of a process that lives on: no further dump is written of a kind that has enough. */
const LIVES_ON = ['handled', 'handled500', 'blockedLoop', 'memoryLimit']

/** Values of the setting `heap` that ask for V8's heap snapshot beside the dump. */
const WITH_NUMBERS = 'snapshot-with-numbers'
const HEAP_SNAPSHOTS = ['snapshot', WITH_NUMBERS]

/** @type {Saved} */
const NOT_WANTED = { path: null, problem: '', noHeapSnapshot: null, notWanted: true }

/**
 * Writes a dump. Never throws: `problem` is for the line that the process prints. Call this within enterCollector().
 *
 * @param {Context} context
 * @param {Report} report
 * @returns {Saved}
 */
function saveDump (context, report) {
  return withRealFiles(() => writeDump(context, report))
}

/**
 * @param {Context} context
 * @param {Report} report
 * @returns {Saved}
 */
function writeDump (context, report) {
  const { native, config } = context
  const startedNs = hrtime()
  // V8's heap snapshot takes more memory than is left then (docs/triggers.md).
  const writesHeapSnapshot = ArrayIncludes(HEAP_SNAPSHOTS, config.heap) && !isMemoryShort(report.trigger)
  const start = nameStart(config.fileLabel, report.trigger)
  const nextName = () => dumpName({ timeMs: DateNow(), pid, threadId: threadId(), seq: ++sequence, start })
  /** @type {DumpFile | undefined} until the dump is complete */
  let file
  /** @type {import('../values/native-walk').NativeWalk | null} */
  let walk = null
  try {
    return withCleanup(
      () => {
        if (isIgnored(config.ignore, report.exception?.value)) return NOT_WANTED
        const callerOf = createCallers(native, report)
        if (isRefused(context.predicate, report, callerOf('predicate'))) return NOT_WANTED
        const asksThreads = askThreads(context, report.trigger)
        const errors = describeErrors(context, report)
        const key = crashKey(report, errors.exception, errors.causes)
        const livesOn = ArrayIncludes(LIVES_ON, report.trigger)
        if (livesOn && countInstead(key, null, config.retainSame)) return NOT_WANTED
        file = new DumpFile(config, nextName, native?.gzip)
        const hasFile = file.open()
        const { directory } = file
        const counts = directory !== null && !ArrayIncludes(ASKED_FOR, report.trigger)
        const earlier = counts ? earlierDumps(directory, key) : []
        const isCounted = livesOn || (threadId() !== 0 && repeatsInProcess(earlier, config.retainSame, pid))
        if (isCounted && countInstead(key, earlier, config.retainSame)) {
          file.abandon()
          return NOT_WANTED
        }
        const surplus = surplusOf(earlier, config.retainSame)
        const notKept = earlier.length === 0 ? 0 : earlier[0].notKept + surplus.length
        file.begin(BufferFrom(markText({ key, notKept, finished: false }), 'latin1'))
        const missing = missingFrames(context, report, errors.exception)
        if (missing !== null) report.notCaptured[report.notCaptured.length] = missing
        const left = limitsLeft(config, errors.allSnapshots)
        if (!hasFile && left.maxBytes > OBJECT_BYTES_FOR_LINE) left.maxBytes = OBJECT_BYTES_FOR_LINE
        const values = readValues(context, report, errors, { ...left, call: callerOf('annotations') })
        walk = values.walk
        const deadlineNs = startedNs + BigInt(left.deadlineMs) * 1_000_000n
        const written = file
        const saved = complete(context, written, () =>
          composeDump(written, context, { report, errors, values, deadlineNs, asksThreads })
        )
        file = undefined
        if (saved.path === null) return saved
        if (written.isWhole) removeAll(surplus) // a dump that is cut short replaces none that is whole
        const parents = parentKeys(native)
        addToIndex({ file: saved.path, dir: config.dir, time: isoTime(DateNow()), pid, parents })
        if (writesHeapSnapshot) saved.noHeapSnapshot = saveHeapSnapshot(context, saved.path)
        context.announce?.(saved.path, report.trigger)
        return saved
      },
      () => {
        file?.abandon()
        walk?.close()
      }
    )
  } catch (error) {
    return { path: null, problem: errorLine(error), noHeapSnapshot: null }
  }
}

/**
 * Writes the contents of a dump. If that fails, it keeps what was written, and packs the beginning into a text if there
 * is hardly more in the file.
 *
 * @param {Context} context
 * @param {DumpFile} file
 * @param {() => void} compose
 * @returns {Saved}
 */
function complete ({ native, config }, file, compose) {
  /** @type {string[]} */
  const notes = []
  let path
  let log
  try {
    compose()
    path = file.finish()
  } catch (error) {
    const problem = file.stopped ?? errorLine(error)
    // More people read logs than dumps, so values get there only without their secrets.
    if (config.redact && (file.packedBytes < MAX_PACKED_BYTES || file.directory === null)) {
      log = logText(file.beginning, native?.gzip) ?? undefined
    }
    path = file.keep()
    if (path === null) return { path: null, problem: `${problem} (${config.dir})`, noHeapSnapshot: null, log }
    notes[0] = `cut short: ${problem}`
  }
  if (file.directory !== config.dir) {
    notes[notes.length] = `not to ${config.dir}: ${file.problem}`
    // No process prunes this directory at its start.
    if (file.directory !== null) removeOldest(file.directory, config.retainCount)
  } else {
    const others = whoElseOwns(config.dir)
    if (others !== null) notes[notes.length] = `others may remove it: ${others}`
  }
  return { path, problem: null, noHeapSnapshot: null, notes, log }
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
  if (native === null) return 'it needs the addon'
  let problem
  try {
    problem = native.writeHeapSnapshot(partial, config.heap === WITH_NUMBERS)
    if (problem === '') {
      renameSync(partial, file)
      return null
    }
  } catch (error) {
    problem = /** @type {Error} */ (error).message
  }
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
    withRealFiles(() => {
      rmSync(file, { force: true })
      rmSync(heapSnapshotPath(file), { force: true })
    })
  } catch {} // it stays, and will be pruned
}

/**
 * Makes the report that a trigger hands to saveDump().
 * @param {import('../types').Notifying} context
 * @param {import('../types').Report['trigger']} trigger
 * @param {Partial<import('../types').Report>} known what the trigger knows; without it the report has no error and no
 *   capture
 * @returns {import('../types').Report} with the failures of the collector since the last report
 */
function newReport (context, trigger, known) {
  return {
    trigger,
    exception: null,
    handled: false,
    snapshots: [],
    match: null,
    causes: [],
    notCaptured: [],
    captureErrors: context.notices.takeFailures(),
    ...known
  }
}

module.exports = { newReport, removeDump, saveDump }

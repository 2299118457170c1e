'use strict'
// A report and the captures that belong to it -> the sections of a dump, in order of value.

const { version } = require('../../package.json')
const { FORMAT, FORMAT_VERSION } = require('../dump/format')
const { threadId } = require('../thread')
const { readAsyncTasks } = require('./async-tasks')
const { describeReported, errorLine } = require('./error-text')
const { orderSnapshots } = require('./order-snapshots')
const { BigInt, DateNow, Number, StringSlice, hrtime, isoTime } = require('./primordials')
const { readProcessState } = require('./process-state')
const { scriptRecords } = require('./sources')
const { stopPosition } = require('./stop-position')
const { RawJson, toJson } = require('./to-json')

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 * @typedef {import('./native-walk').WalkedObjects} WalkedObjects
 * @typedef {import('../dump/format').NotCaptured} NotCaptured
 * @typedef {import('../dump/writer').DumpWriter} DumpWriter
 */

const { arch, pid, platform, version: node } = process

/** Rows of a heap summary. */
const MAX_CLASSES = 50
const MAX_RETAINERS = 10

/**
 * What is to be written.
 * @typedef {object} Report
 * @property {import('../dump/format').Trigger} trigger
 * @property {{ value: unknown, json: string, objects: WalkedObjects } | null} exception the reported value, read; null for a
 *   dump without one
 * @property {boolean} handled a handler of the application received it
 * @property {Snapshot[]} snapshots of this very value
 * @property {import('../dump/format').CaptureInfo['match']} match
 * @property {NotCaptured[]} notCaptured what is known to be missing before anything is written
 * @property {string[]} captureErrors
 * @property {{ json: string, objects: WalkedObjects } | null} annotations of the application
 * @property {{ stores: import('./async-stores').StoringJson[] | null, objects: WalkedObjects[] } | null} asyncStores of the code that reports, when
 *   nothing was captured
 */

/**
 * @param {DumpWriter} writer
 * @param {Report} report
 * @param {import('../collector').Context} context
 * @returns {void}
 * @throws {NodeJS.ErrnoException} when the file cannot be written
 */
function composeDump (writer, report, { config, limits, counters, native, recorders, redactor: redactorNow, taskProbes }) {
  const startedNs = hrtime()
  const deadlineNs = startedNs + BigInt(config.deadlineMs) * 1_000_000n
  const redactor = redactorNow()
  const described = report.exception === null ? null : describe(report.exception.value, redactor, config)
  const snapshots = orderSnapshots(report.snapshots, described?.stack ?? [])
  const { notCaptured, captureErrors } = report
  let count = 0
  /** @type {import('./async-tasks').AsyncTasks['durations'] | undefined} */
  let taskDurations

  const write = (/** @type {object[]} */ records) => {
    let text = ''
    for (let i = 0; i < records.length; i++) text += toJson(records[i]) + '\n'
    count += records.length
    writer.section(text)
  }
  // What comes later is worth less: when time or bytes are used up it is left out and the dump says so.
  const optional = (/** @type {string} */ what, /** @type {() => void} */ add) => {
    const reason = hrtime() > deadlineNs ? 'timeout' : writer.bytes > config.maxBytes ? 'bytes' : null
    if (reason !== null) {
      notCaptured[notCaptured.length] = { what, reason }
      return
    }
    try {
      add()
    } catch (error) {
      if (isFileError(error)) throw error
      captureErrors[captureErrors.length] = `${what}: ${errorLine(error)}`
      notCaptured[notCaptured.length] = { what, reason: 'error' }
    }
  }
  const writeLines = (/** @type {Buffer} */ lines) => {
    count += countLines(lines)
    writer.section(lines)
  }
  const walks = allWalks(report, snapshots)
  const writeObjects = (/** @type {'near' | 'far'} */ part) => {
    for (let i = 0; i < walks.length; i++) writeLines(walks[i][part])
  }

  const writeAsyncTasks = () => {
    if (native === null) {
      notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: 'noAddon' }
      return
    }
    const tasks = readAsyncTasks(native, taskProbes, { ...config, idPrefix: 't.' }, deadlineNs)
    if ('reason' in tasks) {
      notCaptured[notCaptured.length] = tasks
      return
    }
    write(tasks.records)
    walks[walks.length] = tasks.objects
    writeLines(tasks.objects.near)
    writeLines(tasks.objects.far)
    taskDurations = tasks.durations
    for (let i = 0; i < tasks.notCaptured.length; i++) notCaptured[notCaptured.length] = tasks.notCaptured[i]
  }

  const writeHeapSummary = () => {
    const summary = native?.heapSummary(MAX_CLASSES, MAX_RETAINERS)
    if (summary !== undefined) write([{ kind: 'heapSummary', ...redactor.data(summary) }])
    else notCaptured[notCaptured.length] = { what: 'heapSummary', reason: 'noAddon' }
  }

  write([headerRecord(report, snapshots, config, limits)])
  if (report.exception !== null && described !== null) write([exceptionRecord(report, described)])
  optional('callFrames', () => write(callFrameRecords(snapshots, described?.stack, notCaptured)))
  optional('objects', () => writeObjects('near'))
  // Small and quick to read, so no limit applies.
  write([{
    kind: 'process',
    ...redactor.data(readProcessState({
      native, hooks: counters(), envNames: config.env, urls: urlsOf(snapshots), recorders, redact: redactor.text
    })),
    asyncStores: asyncStores(report, snapshots),
    annotations: report.annotations === null ? undefined : new RawJson(report.annotations.json)
  }])
  optional('objects', () => writeObjects('far'))
  optional('sources', () => write(scriptRecords(snapshots, config)))
  // Last, because V8 may take longer to find them than all else together.
  if (config.asyncTasks !== 'off' && report.trigger !== 'handled') optional('asyncTasks', () => writeAsyncTasks())
  if (config.heap === 'summary') optional('heapSummary', () => writeHeapSummary())
  addMissing(walks, notCaptured)
  write([{
    kind: 'end',
    records: count,
    notCaptured,
    captureErrors: redactor.data(captureErrors),
    durations: { captureMs: sumDurations(snapshots), writeMs: Number(hrtime() - startedNs) / 1e6, asyncTasks: taskDurations }
  }])
}

/**
 * @param {{ snapshot: Snapshot }[]} snapshots
 * @returns {string[]} of the scripts that have a frame
 */
function urlsOf (snapshots) {
  /** @type {string[]} */
  const urls = []
  for (let s = 0; s < snapshots.length; s++) {
    const { frames } = snapshots[s].snapshot.callFrames
    for (let i = 0; i < frames.length; i++) if (!frames[i].internal) urls[urls.length] = frames[i].url
  }
  return urls
}

/**
 * @param {Report} report
 * @param {{ snapshot: Snapshot }[]} snapshots
 * @param {import('../config').Config} config
 * @param {import('../config').Limits} limits
 */
function headerRecord (report, snapshots, config, limits) {
  const best = snapshots.length === 0 ? null : snapshots[0].snapshot
  return {
    kind: 'header',
    format: FORMAT,
    version: FORMAT_VERSION,
    collectorVersion: version,
    trigger: report.trigger,
    time: isoTime(DateNow()),
    pid,
    threadId: threadId(),
    node,
    platform,
    arch,
    mode: config.mode,
    capture: {
      hook: best === null ? null : best.hook,
      match: best === null ? null : report.match,
      ageMs: best === null ? 0 : Number(hrtime() - best.takenAtNs) / 1e6,
      walker: best === null ? null : best.walker,
      durationMs: best === null ? 0 : best.durationMs
    },
    limits,
    redaction: { enabled: config.redact }
  }
}

/**
 * @param {unknown} value
 * @param {import('./redaction').Redactor} redactor
 * @param {{ maxStringLength: number }} limits
 */
function describe (value, redactor, { maxStringLength }) {
  const { messageLength, descriptionLength, ...texts } = describeReported(value, { maxLength: maxStringLength, redact: redactor.text })
  return { ...redactor.data(texts), messageLength, descriptionLength }
}

/**
 * @param {Report} report
 * @param {ReturnType<typeof describe>} described
 */
function exceptionRecord (report, described) {
  return {
    kind: 'exception',
    value: new RawJson(/** @type {NonNullable<Report['exception']>} */ (report.exception).json),
    className: described.className,
    message: described.message,
    messageLength: described.messageLength,
    description: described.description,
    descriptionLength: described.descriptionLength,
    handled: report.handled || undefined,
    stack: described.stack
  }
}

/**
 * @param {ReturnType<typeof orderSnapshots>} snapshots
 * @param {import('../dump/format').StackFrame[] | undefined} stack of the error
 * @param {NotCaptured[]} notCaptured
 */
function callFrameRecords (snapshots, stack, notCaptured) {
  const records = []
  let index = 0
  for (let s = 0; s < snapshots.length; s++) {
    const { snapshot, role, suspended } = snapshots[s]
    const { callFrames } = snapshot
    const stopped = suspended ? null : stopPosition(snapshot, stack ?? [], stack !== undefined)
    for (let i = 0; i < callFrames.frames.length; i++) {
      if (i === callFrames.omittedAfter) index += callFrames.omitted
      const frame = callFrames.frames[i]
      const { lineNumber, columnNumber } = i === 0 && stopped !== null ? stopped : frame
      const head = toJson({ kind: 'callFrame', index: index++, role: role ?? undefined, lineNumber, columnNumber })
      records[records.length] = new RawJson(`${StringSlice(head, 0, -1)},${frame.json}}`)
    }
    if (callFrames.omitted > 0) {
      notCaptured[notCaptured.length] = { what: 'callFrames', reason: 'frameCount', count: callFrames.omitted }
    }
  }
  return records
}

/**
 * @param {Report} report
 * @param {{ snapshot: Snapshot }[]} snapshots the throw first
 */
function asyncStores ({ asyncStores: reported, notCaptured }, snapshots) {
  const readAt = snapshots.length > 0 ? 'capture' : 'report'
  const stores = snapshots.length > 0 ? snapshots[0].snapshot.asyncStores : reported === null ? [] : reported.stores
  if (stores === null) notCaptured[notCaptured.length] = { what: 'asyncStores', reason: 'error' }
  return stores === null || stores.length === 0 ? undefined : { readAt, stores }
}

/**
 * @param {Report} report
 * @param {{ snapshot: Snapshot }[]} snapshots
 */
function allWalks (report, snapshots) {
  const walks = []
  if (report.exception !== null) walks[walks.length] = report.exception.objects
  for (let i = 0; i < snapshots.length; i++) walks[walks.length] = snapshots[i].snapshot.objects
  if (report.annotations !== null) walks[walks.length] = report.annotations.objects
  const { objects = [] } = report.asyncStores ?? {}
  for (let i = 0; i < objects.length; i++) walks[walks.length] = objects[i]
  return walks
}

/**
 * @param {WalkedObjects[]} walks
 * @param {NotCaptured[]} notCaptured
 */
function addMissing (walks, notCaptured) {
  const total = Object.create(null)
  for (let i = 0; i < walks.length; i++) {
    for (const reason in walks[i].missing) total[reason] = (total[reason] ?? 0) + walks[i].missing[reason]
  }
  for (const reason in total) {
    if (total[reason] > 0) notCaptured[notCaptured.length] = { what: 'objects', reason: /** @type {NotCaptured['reason']} */ (reason), count: total[reason] }
  }
}

/** @param {Buffer} lines */
function countLines (lines) {
  let count = 0
  for (let i = 0; i < lines.length; i++) if (lines[i] === 10) count++
  return count
}

/** @param {{ snapshot: Snapshot }[]} snapshots */
function sumDurations (snapshots) {
  let total = 0
  for (let i = 0; i < snapshots.length; i++) total += snapshots[i].snapshot.durationMs
  return total
}

/**
 * Errors of file operations have an errno; nothing can be written after one.
 * @param {unknown} error
 */
function isFileError (error) {
  return typeof error === 'object' && error !== null && 'errno' in error
}

module.exports = { composeDump }

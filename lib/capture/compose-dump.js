'use strict'
// A report and the captures that belong to it -> the sections of a dump, in order of value.

const { version } = require('../../package.json')
const { FORMAT, FORMAT_VERSION } = require('../dump/format')
const { threadId } = require('../thread')
const { readAsyncTasks } = require('./async-tasks')
const { bytesForSources, bytesForTasks } = require('./byte-shares')
const { describeReported, errorLine } = require('./error-text')
const { TypedArrayLength } = require('./object-primordials')
const { orderSnapshots } = require('./order-snapshots')
const { DateNow, MathMax, Number, ObjectCreate, ObjectHasOwn, ObjectKeys, StringSlice, hrtime, isoTime } = require('./primordials')
const { readProcessState, readUptimeMs } = require('./process-state')
const { scriptRecords } = require('./sources')
const { stopPosition } = require('./stop-position')
const { RawJson, toJson } = require('./to-json')

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 * @typedef {import('./order-snapshots').OrderedSnapshot} OrderedSnapshot
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
 * @property {{ value: unknown } | null} exception the reported value; null for a dump without one
 * @property {boolean} handled a handler of the application received it
 * @property {Snapshot[]} snapshots of this very value
 * @property {import('../dump/format').CaptureInfo['match']} match
 * @property {NotCaptured[]} notCaptured what is known to be missing before anything is written
 * @property {string[]} captureErrors
 * @property {Record<string, unknown>} [annotations] for this dump alone
 */

/**
 * What was read only now.
 * @typedef {object} Values
 * @property {string | null} exception JSON of a Value
 * @property {string | null} annotations of the application: JSON of a Value
 * @property {import('./async-stores').StoringJson[] | null} asyncStores of the code that reports, when nothing was captured; null when they could
 *   not be read
 * @property {WalkedObjects} objects of all these
 */

/**
 * @param {DumpWriter} writer
 * @param {Report} report
 * @param {import('../collector').Context} context
 * @param {(snapshots: OrderedSnapshot[]) => { values: Values, deadlineNs: bigint }} readValues deadlineNs: of process.hrtime, for all that comes after
 * @returns {void}
 * @throws {NodeJS.ErrnoException} when the file cannot be written
 */
function composeDump (writer, report, { config, limits, counters, native, recorders, redactor: redactorNow, taskProbes }, readValues) {
  const redactor = redactorNow()
  const described = report.exception === null ? null : describe(report.exception.value, redactor, config)
  const snapshots = orderSnapshots(report.snapshots, described?.stack ?? [])
  const { values, deadlineNs } = readValues(snapshots)
  const startedNs = hrtime()
  const { notCaptured, captureErrors } = report
  for (let i = 0; i < report.snapshots.length; i++) addAll(captureErrors, report.snapshots[i].failures)
  let count = 0
  /** @type {import('./async-tasks').AsyncTasks['durations'] | undefined} */
  let taskDurations

  const write = (/** @type {object[]} */ records) => {
    let text = ''
    for (let i = 0; i < records.length; i++) text += toJson(records[i]) + '\n'
    count += records.length
    writer.section(text)
  }
  // What comes later is worth less: when bytes are used up it is left out and the dump says so.
  const optional = (/** @type {string} */ what, /** @type {() => void} */ add, room = config.maxBytes - writer.bytes) => {
    if (room < 0) {
      notCaptured[notCaptured.length] = { what, reason: 'bytes' }
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
  // What was captured is written, however long that took; the rest when there is time.
  const inTime = (/** @type {string} */ what, /** @type {() => void} */ add, /** @type {number} */ room) => {
    if (hrtime() > deadlineNs) notCaptured[notCaptured.length] = { what, reason: 'timeout' }
    else optional(what, add, room)
  }
  // What is left, and at least the part that is kept free for it.
  const roomFor = (/** @type {number} */ part, /** @type {number} */ later) => MathMax(part, config.maxBytes - writer.bytes - later)
  const writeLines = (/** @type {Buffer} */ lines) => {
    count += countLines(lines)
    writer.section(lines)
  }
  const walks = allWalks(values, snapshots)
  const writeObjects = (/** @type {'near' | 'far'} */ part) => {
    for (let i = 0; i < walks.length; i++) writeLines(walks[i][part])
  }

  const writeAsyncTasks = (/** @type {number} */ maxBytes) => {
    if (native === null) {
      notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: 'noAddon' }
      return
    }
    const tasks = readAsyncTasks(native, taskProbes, { ...config, maxBytes, idPrefix: 't.' }, deadlineNs)
    if (isNotCaptured(tasks)) {
      notCaptured[notCaptured.length] = tasks
      return
    }
    write(tasks.records)
    walks[walks.length] = tasks.objects
    writeLines(tasks.objects.near)
    writeLines(tasks.objects.far)
    taskDurations = tasks.durations
    addAll(notCaptured, tasks.notCaptured)
  }

  const writeHeapSummary = () => {
    const summary = native?.heapSummary(MAX_CLASSES, MAX_RETAINERS)
    if (summary !== undefined) {
      write([{ kind: 'heapSummary', ...redactor.data(summary) }])
      return
    }
    if (native !== null) captureErrors[captureErrors.length] = 'heapSummary: V8 made no heap snapshot'
    notCaptured[notCaptured.length] = { what: 'heapSummary', reason: native === null ? 'noAddon' : 'error' }
  }

  // Together they say when the process began, by which the dumps of its other threads are found; what is written next may take its time.
  const uptimeMs = readUptimeMs()
  write([headerRecord(report, snapshots, config, limits)])
  if (values.exception !== null && described !== null) write([exceptionRecord(values.exception, report.handled, described)])
  optional('callFrames', () => write(callFrameRecords(snapshots, described?.stack, notCaptured)))
  optional('objects', () => writeObjects('near'))
  // Small and quick to read, so no limit applies.
  write([{
    kind: 'process',
    ...redactor.data(readProcessState({
      native, hooks: counters(), uptimeMs, envNames: config.env, urls: urlsOf(snapshots), recorders, redact: redactor.text
    })),
    asyncStores: asyncStores(values, snapshots, notCaptured),
    annotations: values.annotations === null ? undefined : new RawJson(values.annotations)
  }])
  optional('objects', () => writeObjects('far'))
  const hasTasks = config.asyncTasks !== 'off' && report.trigger !== 'handled'
  const forTasks = bytesForTasks(config.maxBytes)
  const sourcesRoom = roomFor(bytesForSources(config.maxBytes), hasTasks ? forTasks : 0)
  inTime('sources', () => {
    write(scriptRecords(snapshots, { ...config, maxBytes: sourcesRoom }, () => hrtime() > deadlineNs))
  }, sourcesRoom)
  // Last, because V8 may take longer to find them than all else together.
  const tasksRoom = roomFor(forTasks, 0)
  if (hasTasks) inTime('asyncTasks', () => writeAsyncTasks(tasksRoom), tasksRoom)
  if (config.heap === 'summary') inTime('heapSummary', () => writeHeapSummary(), config.maxBytes - writer.bytes)
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
 * @param {OrderedSnapshot[]} snapshots
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
 * @param {OrderedSnapshot[]} snapshots
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
 * @param {string} json of its value
 * @param {boolean} handled
 * @param {ReturnType<typeof describe>} described
 */
function exceptionRecord (json, handled, described) {
  return {
    kind: 'exception',
    value: new RawJson(json),
    className: described.className,
    message: described.message,
    messageLength: described.messageLength,
    description: described.description,
    descriptionLength: described.descriptionLength,
    handled: handled || undefined,
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
 * @param {Values} values
 * @param {OrderedSnapshot[]} snapshots the throw first
 * @param {NotCaptured[]} notCaptured
 */
function asyncStores ({ asyncStores: reported }, snapshots, notCaptured) {
  const readAt = snapshots.length > 0 ? 'capture' : 'report'
  const stores = snapshots.length > 0 ? snapshots[0].snapshot.asyncStores : reported
  if (stores === null) notCaptured[notCaptured.length] = { what: 'asyncStores', reason: 'error' }
  return stores === null || stores.length === 0 ? undefined : { readAt, stores }
}

/**
 * @param {Values} values
 * @param {OrderedSnapshot[]} snapshots
 */
function allWalks ({ objects }, snapshots) {
  const walks = [objects]
  for (let i = 0; i < snapshots.length; i++) walks[walks.length] = snapshots[i].snapshot.objects
  return walks
}

/**
 * @param {WalkedObjects[]} walks
 * @param {NotCaptured[]} notCaptured
 */
function addMissing (walks, notCaptured) {
  const total = ObjectCreate(null)
  for (let i = 0; i < walks.length; i++) {
    const reasons = ObjectKeys(walks[i].missing)
    for (let r = 0; r < reasons.length; r++) total[reasons[r]] = (total[reasons[r]] ?? 0) + walks[i].missing[reasons[r]]
  }
  for (const reason in total) {
    if (total[reason] > 0) notCaptured[notCaptured.length] = { what: 'objects', reason: /** @type {NotCaptured['reason']} */ (reason), count: total[reason] }
  }
}

/**
 * @template T
 * @param {T[]} list is added to
 * @param {readonly T[]} more
 */
function addAll (list, more) {
  for (let i = 0; i < more.length; i++) list[list.length] = more[i]
}

/** @param {Buffer} lines */
function countLines (lines) {
  let count = 0
  for (let i = 0, length = TypedArrayLength(lines); i < length; i++) if (lines[i] === 10) count++
  return count
}

/** @param {OrderedSnapshot[]} snapshots */
function sumDurations (snapshots) {
  let total = 0
  for (let i = 0; i < snapshots.length; i++) total += snapshots[i].snapshot.durationMs
  return total
}

/**
 * @param {import('./async-tasks').AsyncTasks | NotCaptured} tasks
 * @returns {tasks is NotCaptured}
 */
function isNotCaptured (tasks) {
  return ObjectHasOwn(tasks, 'reason')
}

/**
 * Errors of file operations have an errno; nothing can be written after one.
 * @param {unknown} error
 */
function isFileError (error) {
  return typeof error === 'object' && error !== null && ObjectHasOwn(error, 'errno')
}

module.exports = { composeDump }

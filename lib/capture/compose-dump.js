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
const { framesScripts, readSource, scriptRecords } = require('./sources')
const { stopPosition } = require('./stop-position')
const { RawJson, toJson } = require('./to-json')
const { describeWithoutTexts, leaveTextsOut, scriptsOf, withoutMessages } = require('./without-addon')

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 * @typedef {import('./order-snapshots').OrderedSnapshot} OrderedSnapshot
 * @typedef {import('./native-walk').WalkedObjects} WalkedObjects
 * @typedef {import('../dump/format').NotCaptured} NotCaptured
 * @typedef {import('../dump/writer').DumpWriter} DumpWriter
 */

const { arch, pid, platform, version: node } = process

const UNREAD = '{"type":"object","notCapturedReason":"error"}'

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
 * @property {import('./causes').Cause[]} causes errors that the value stands on
 * @property {NotCaptured[]} notCaptured what is known to be missing before anything is written
 * @property {string[]} captureErrors
 * @property {Record<string, unknown>} [annotations] for this dump alone
 */

/**
 * What was read only now.
 * @typedef {object} Values
 * @property {string | null} exception JSON of a Value
 * @property {(string | null)[]} causes the same of each of the report's
 * @property {{ json: string, missing: number } | null} globals JSON of the Variable[] of what the application added to the global object; null where
 *   there is none, or the captures have it
 * @property {string | null} annotations of the application: JSON of a Value
 * @property {import('./async-stores').StoringJson[] | null} asyncStores of the code that reports, when nothing was captured; null when they could
 *   not be read
 * @property {WalkedObjects} objects of all these
 * @property {import('./native-walk').NativeWalk | null} walk of them, which can go on; null without the addon, or where it failed
 */

/**
 * @param {DumpWriter} writer
 * @param {Report} report
 * @param {import('../collector').Context} context
 * @param {(snapshots: OrderedSnapshot[]) => { values: Values, deadlineNs: bigint }} readValues deadlineNs: of process.hrtime, for all that comes after
 * @returns {void}
 * @throws {NodeJS.ErrnoException} when the file cannot be written
 */
function composeDump (writer, report, context, readValues) {
  const { config, limits, counters, native, recorders, redactor: redactorNow } = context
  const redactor = redactorNow()
  const hidesTexts = redactor === null && config.redact
  const described = report.exception === null ? null : describe(report.exception.value, redactor, config)
  const snapshots = orderSnapshots(report.snapshots, described?.stack ?? [])
  const causes = describeCauses(report.causes, redactor, config)
  const all = allSnapshots(snapshots, causes)
  const { values, deadlineNs } = readValues(all)
  const startedNs = hrtime()
  const { notCaptured, captureErrors } = report
  for (let i = 0; i < report.snapshots.length; i++) addAll(captureErrors, report.snapshots[i].failures)
  let count = 0
  /** @type {import('./async-tasks').AsyncTasks['durations'] | undefined} */
  let taskDurations

  /** @type {<T>(data: T) => T} */
  const safe = data => redactor === null ? data : redactor.data(data)
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
  const walks = allWalks(values, all)
  const writeObjects = (/** @type {'near' | 'far'} */ part) => {
    for (let i = 0; i < walks.length; i++) writeLines(walks[i][part])
  }
  const addDetails = (/** @type {WalkedObjects} */ { details, detailLines }) => {
    if (detailLines !== undefined) writeLines(detailLines)
    write(details ?? [])
  }
  const writeDetails = () => {
    for (let i = 0; i < walks.length; i++) addDetails(walks[i])
  }

  const writeAsyncTasks = (/** @type {number} */ maxBytes) => {
    if (native === null || values.walk === null) {
      notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: native === null ? 'noAddon' : 'error' }
      return
    }
    const tasks = readAsyncTasks(native, context, values.walk, { ...config, maxBytes }, deadlineNs)
    if (isNotCaptured(tasks)) {
      notCaptured[notCaptured.length] = tasks
      return
    }
    write(tasks.records)
    walks[walks.length] = tasks.objects
    writeLines(tasks.objects.near)
    writeLines(tasks.objects.far)
    addDetails(tasks.objects)
    taskDurations = tasks.durations
    addAll(notCaptured, tasks.notCaptured)
  }

  const writeHeapSummary = () => {
    const summary = native?.heapSummary(MAX_CLASSES, MAX_RETAINERS)
    if (summary !== undefined) {
      write([{ kind: 'heapSummary', ...safe(summary) }])
      return
    }
    if (native !== null) captureErrors[captureErrors.length] = 'heapSummary: V8 made no heap snapshot'
    notCaptured[notCaptured.length] = { what: 'heapSummary', reason: native === null ? 'noAddon' : 'error' }
  }

  // Together they say when the process began, by which the dumps of its other threads are found; what is written next may take its time.
  const uptimeMs = readUptimeMs()
  write([headerRecord(report, snapshots, config, limits)])
  if (values.exception !== null && described !== null) write([exceptionRecord(values.exception, report.handled, described)])
  write(causeRecords(causes, values))
  optional('callFrames', () => write(callFrameRecords(snapshots, described?.stack, causes, values, notCaptured)))
  optional('objects', () => writeObjects('near'))
  optional('objects', () => writeDetails())
  // Small and quick to read, so no limit applies.
  const state = readProcessState({
    native, hooks: counters(), uptimeMs, envNames: config.env, urls: urlsOf(all), recorders, redact: redactor?.text ?? asItIs
  })
  if (hidesTexts) leaveTextsOut(state, notCaptured)
  write([{
    kind: 'process',
    ...safe(state),
    asyncStores: asyncStores(values, snapshots, notCaptured),
    annotations: values.annotations === null ? undefined : new RawJson(values.annotations)
  }])
  optional('objects', () => writeObjects('far'))
  const hasTasks = config.asyncTasks !== 'off' && report.trigger !== 'handled'
  const forTasks = bytesForTasks(config.maxBytes)
  const sourcesRoom = roomFor(bytesForSources(config.maxBytes), hasTasks ? forTasks : 0)
  inTime('sources', () => {
    const scripts = native === null ? scriptsOf(described?.stack ?? [], url => readSource(url, config.maxSourceLength)) : framesScripts(all)
    write(scriptRecords(scripts, { ...config, maxBytes: sourcesRoom }, () => hrtime() > deadlineNs))
  }, sourcesRoom)
  // Last, because V8 may take longer to find them than all else together.
  const tasksRoom = roomFor(forTasks, 0)
  if (hasTasks) inTime('asyncTasks', () => writeAsyncTasks(tasksRoom), tasksRoom)
  values.walk?.close() // it holds objects that V8's heap snapshot would show as held
  if (config.heap === 'summary') inTime('heapSummary', () => writeHeapSummary(), config.maxBytes - writer.bytes)
  addMissing(walks, notCaptured)
  write([{
    kind: 'end',
    records: count,
    notCaptured,
    captureErrors: hidesTexts ? withoutMessages(captureErrors) : safe(captureErrors),
    durations: { captureMs: sumDurations(all), writeMs: Number(hrtime() - startedNs) / 1e6, asyncTasks: taskDurations }
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
    capture: captureInfo(snapshots, report.match),
    limits,
    redaction: { enabled: config.redact }
  }
}

/**
 * @param {OrderedSnapshot[]} snapshots of one error, the throw first
 * @param {import('../dump/format').CaptureInfo['match']} match
 * @returns {import('../dump/format').CaptureInfo}
 */
function captureInfo (snapshots, match) {
  if (snapshots.length === 0) return { hook: null, match: null, ageMs: 0, walker: null, durationMs: 0 }
  const { hook, takenAtNs, walker, durationMs } = snapshots[0].snapshot
  return { hook, match, ageMs: Number(hrtime() - takenAtNs) / 1e6, walker, durationMs }
}

/**
 * @typedef {object} DescribedCause
 * @property {import('./causes').Cause} cause
 * @property {ReturnType<typeof describe>} described
 * @property {OrderedSnapshot[]} snapshots
 */

/**
 * @param {import('./causes').Cause[]} causes
 * @param {import('./redaction').Redactor | null} redactor
 * @param {{ maxStringLength: number, redact: boolean }} limits
 * @returns {DescribedCause[]}
 */
function describeCauses (causes, redactor, limits) {
  const described = []
  for (let i = 0; i < causes.length; i++) {
    const description = describe(causes[i].value, redactor, limits)
    described[i] = { cause: causes[i], described: description, snapshots: orderSnapshots(causes[i].found.snapshots, description.stack ?? []) }
  }
  return described
}

/**
 * @param {DescribedCause[]} causes
 * @param {Values} values
 */
function causeRecords (causes, values) {
  const records = []
  for (let i = 0; i < causes.length; i++) {
    const { cause, described, snapshots } = causes[i]
    records[i] = {
      kind: 'cause',
      index: cause.index,
      of: cause.of,
      path: cause.path,
      value: new RawJson(values.causes[i] ?? UNREAD),
      ...described,
      capture: snapshots.length === 0 ? null : captureInfo(snapshots, cause.found.match)
    }
  }
  return records
}

/**
 * @param {OrderedSnapshot[]} snapshots of the reported error
 * @param {DescribedCause[]} causes
 */
function allSnapshots (snapshots, causes) {
  /** @type {OrderedSnapshot[]} */
  const all = []
  addAll(all, snapshots)
  for (let i = 0; i < causes.length; i++) {
    for (let n = 0; n < causes[i].snapshots.length; n++) {
      if (!isAmong(all, causes[i].snapshots[n].snapshot.id)) all[all.length] = causes[i].snapshots[n]
    }
  }
  return all
}

/**
 * @param {OrderedSnapshot[]} snapshots
 * @param {number} id
 */
function isAmong (snapshots, id) {
  for (let i = 0; i < snapshots.length; i++) if (snapshots[i].snapshot.id === id) return true
  return false
}

/**
 * @param {unknown} value
 * @param {import('./redaction').Redactor | null} redactor
 * @param {{ maxStringLength: number, redact: boolean }} config
 * @returns {import('./error-text').Described}
 */
function describe (value, redactor, { maxStringLength, redact }) {
  if (redactor === null) {
    const described = describeReported(value, { maxLength: maxStringLength })
    return redact ? describeWithoutTexts(described) : described
  }
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
 * @param {OrderedSnapshot[]} snapshots of the reported error
 * @param {import('../dump/format').StackFrame[] | undefined} stack of the error
 * @param {DescribedCause[]} causes
 * @param {Values} values
 * @param {NotCaptured[]} notCaptured
 */
function callFrameRecords (snapshots, stack, causes, values, notCaptured) {
  /** @type {RawJson[]} */
  const records = []
  const state = { index: 0, globals: values.globals, isFirst: true }
  addFrames(records, state, snapshots, stack, undefined, notCaptured)
  for (let i = 0; i < causes.length; i++) {
    addFrames(records, state, causes[i].snapshots, causes[i].described.stack ?? [], causes[i].cause.index, notCaptured)
  }
  return records
}

/**
 * @param {RawJson[]} records is added to
 * @param {{ index: number, globals: Values['globals'], isFirst: boolean }} state index: of the next frame; isFirst: the global scope has not been written
 * @param {OrderedSnapshot[]} snapshots
 * @param {import('../dump/format').StackFrame[] | undefined} stack
 * @param {number | undefined} error index of the cause whose frames these are
 * @param {NotCaptured[]} notCaptured
 */
function addFrames (records, state, snapshots, stack, error, notCaptured) {
  for (let s = 0; s < snapshots.length; s++) {
    const { snapshot, role, suspended } = snapshots[s]
    const { callFrames } = snapshot
    const stopped = suspended ? null : stopPosition(snapshot, stack ?? [], stack !== undefined)
    for (let i = 0; i < callFrames.frames.length; i++) {
      if (i === callFrames.omittedAfter) state.index += callFrames.omitted
      const frame = callFrames.frames[i]
      const { lineNumber, columnNumber } = i === 0 && stopped !== null ? stopped : frame
      const head = toJson({ kind: 'callFrame', index: state.index++, role: role ?? undefined, error, lineNumber, columnNumber })
      const json = frame.isOpen ? `${frame.json}${frame.internal ? '' : globalScope(frame, state)}]` : frame.json
      records[records.length] = new RawJson(`${StringSlice(head, 0, -1)},${json}}`)
    }
    if (callFrames.omitted > 0) {
      notCaptured[notCaptured.length] = { what: 'callFrames', reason: 'frameCount', count: callFrames.omitted }
    }
  }
}

/**
 * What the application added to the global object, as the last scope of a frame; its variables stand where it occurs first.
 * @param {import('./snapshot').CapturedFrame} frame
 * @param {{ globals: Values['globals'], isFirst: boolean }} state
 * @returns {string} JSON, with the comma before it
 */
function globalScope ({ json }, state) {
  if (state.globals === null) return ''
  const { json: variables, missing } = state.globals
  const scope = toJson({
    type: 'global',
    scopeId: 'r.g',
    variables: state.isFirst ? new RawJson(variables) : [],
    readAt: 'report',
    notCaptured: missing > 0 ? [{ reason: 'fieldCount', count: missing }] : undefined
  })
  state.isFirst = false
  return json[json.length - 1] === '[' ? scope : `,${scope}`
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

/** @param {string} text */
function asItIs (text) {
  return text
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

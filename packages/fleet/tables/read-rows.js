'use strict'
// Reads a dump into rows of the tables. A dump that can't be read is a row, too, which says why.

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const { parseDumpName } = require('crash-collector-shared/dump/store')
const { PARTIAL_SUFFIX } = require('crash-collector-shared/dump/terms')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { isApplicationFrame } = require('crash-collector-inspect/crash/application-frames')
const { factsOf } = require('crash-collector-inspect/crash/facts')
const { createTaskTree, describeAwaits } = require('crash-collector-inspect/crash/task-tree')
const { dumpTitle } = require('crash-collector-inspect/crash/title')
const { openDump } = require('crash-collector-inspect/dumps/open-dump')
const { readMark } = require('crash-collector-inspect/dumps/read-mark')
const { displayUrl, workingDirectory } = require('crash-collector-inspect/source/location')
const { createTreeSharing } = require('crash-collector-inspect/source/script-trees')
const { SourceMaps } = require('crash-collector-inspect/source/source-map')
const { processRow } = require('./process-row')
const { addRow, noRows } = require('./schema')
const { serviceOf } = require('./service')
const { MAX_TEXT, addValues } = require('./value-rows')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('./schema').Row} Row */
/** @typedef {import('./schema').Rows} Rows */

const MB = 1024 ** 2
/** The limits for one dump. The dumps that a collector writes by default stay far below. */
const LIMITS = { decompressedBytes: 64 * MB, records: 300_000 }

/** Many dumps are of the same programs. Their trees take up to 50 bytes for each unit of text. */
const shareTrees = createTreeSharing(MB)

const MAX_FRAMES = 200
const MAX_TASKS = 500
const MAX_AWAITS = 5
const DAY_MS = 86_400_000

/**
 * @param {string} file
 * @param {string} name of the file in the directory of the index
 * @returns {Promise<Rows>}
 */
async function readRows (file, name) {
  const rows = noRows()
  try {
    const { dump, state } = await openBounded(file)
    addDump(rows, dump, state, name)
  } catch (error) {
    if (!(error instanceof CrashCollectorError)) throw error
    return unreadRows(file, name, error.code)
  }
  return rows
}

/**
 * @param {string} file
 * @returns {Promise<{ dump: Dump, state: string }>}
 * @throws {CrashCollectorError} as readDump()
 */
async function openBounded (file) {
  try {
    const dump = await openDump(file, { limits: LIMITS, prepare: shareTrees, isBlocking: true })
    return { dump, state: dump.truncated ? 'cut' : 'complete' }
  } catch (error) {
    if (!(error instanceof CrashCollectorError) || error.code !== 'DUMP_TOO_LARGE') throw error
    return { dump: await openDump(file, { limits: LIMITS, summary: true }), state: 'frames' }
  }
}

/**
 * @param {string} file
 * @param {string} name
 * @param {string} problem code of the error
 * @returns {Rows} of a dump that can't be read
 */
function unreadRows (file, name, problem) {
  const rows = noRows()
  const timeMs = parseDumpName(path.basename(name, PARTIAL_SUFFIX))?.timeMs
  addRow(rows, 'crashes', {
    id: idOf(name, ''),
    file: name,
    state: 'unread',
    problem,
    ...timeColumns(timeMs ?? NaN),
    bytes: fs.statSync(file, { throwIfNoEntry: false })?.size ?? null
  })
  return rows
}

/**
 * @param {Rows} rows is added to
 * @param {Dump} dump
 * @param {string} state
 * @param {string} name of the file
 */
function addDump (rows, dump, state, name) {
  const sourceMaps = new SourceMaps(dump)
  const { header } = dump
  const facts = factsOf(dump)
  const { host, root: cause, frame: top } = facts
  const id = idOf(name, `${host} ${header.time}`)
  // Without its objects, a dump proves nothing of its values.
  const { request, diagnosis } = state === 'frames' ? { request: null, diagnosis: null } : facts
  const mark = readMark(dump.file)
  const place = top && placeOf(dump, sourceMaps, top)
  const leftOut = addValues(rows, id, dump)
  addRow(rows, 'crashes', bounded({
    id,
    file: name,
    state,
    ...timeColumns(Date.parse(header.time)),
    service: serviceOf(dump),
    release: facts.release,
    host,
    pid: header.pid,
    thread_id: header.threadId,
    node: header.node,
    trigger: header.trigger,
    fingerprint: facts.fingerprint.id,
    error_class: facts.error.type,
    message: facts.error.message,
    headline: diagnosis?.text ?? dumpTitle(dump),
    cause_class: cause?.className,
    cause_message: cause?.message,
    ...(top && place && { top_function: top.functionName, top_file: place.file, top_line: place.line }),
    request_method: request?.method,
    request_url: request?.url,
    request_route: request?.route,
    request_status: request?.statusCode,
    request_ms: request?.ageMs,
    trace_id: request?.traceId,
    span_id: request?.spanId,
    uptime_ms: numberOf(dump.process?.uptimeMs),
    capture_ms: dump.end?.durations.captureMs,
    write_ms: dump.end?.durations.writeMs,
    bytes: fs.statSync(dump.file, { throwIfNoEntry: false })?.size,
    kind: mark?.key,
    not_kept: mark?.notKept ?? 0,
    left_out: leftOut || state === 'frames'
  }))
  for (const frame of dump.allCallFrames.slice(0, MAX_FRAMES)) {
    addRow(rows, 'frames', bounded({
      crash: id,
      frame: frame.index,
      error: frame.error ?? 0,
      function: frame.functionName,
      ...placeOf(dump, sourceMaps, frame),
      application: isApplicationFrame(frame),
      role: frame.role
    }))
  }
  const { taskOf } = createTaskTree(dump)
  for (const task of dump.asyncTasks.slice(0, MAX_TASKS)) {
    const { file, line } = placeOf(dump, sourceMaps, task)
    addRow(rows, 'tasks', bounded({
      crash: id,
      task: task.taskId,
      type: task.taskType,
      function: task.functionName,
      file,
      line,
      waits_for: describeAwaits(task, taskOf).slice(0, MAX_AWAITS).join(', ') || undefined
    }))
  }
  if (dump.process !== null) addRow(rows, 'process', bounded({ crash: id, ...processRow(dump.process) }))
}

/**
 * A number that stays the same when the index is made again, and differs between machines. It has 52 bits, which each
 * number type of SQL and JSON holds.
 * @param {string} name of the file
 * @param {string} rest
 */
function idOf (name, rest) {
  return Number.parseInt(createHash('sha256').update(`${rest} ${name}`).digest('hex').slice(0, 13), 16)
}

/** @param {number} ms NaN if it is not known */
function timeColumns (ms) {
  return Number.isNaN(ms) ? {} : { time: ms, day: Math.floor(ms / DAY_MS) }
}

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @param {{ url: string, scriptId?: string, lineNumber: number, columnNumber: number }} frame
 */
function placeOf (dump, sourceMaps, { url, scriptId, lineNumber, columnNumber }) {
  const place = { url, lineNumber, columnNumber }
  const original = scriptId === undefined ? undefined : sourceMaps.original({ ...place, scriptId })
  const shown = original ?? place
  return {
    file: shown.url === '' ? null : displayUrl(shown.url, workingDirectory(dump)),
    line: shown.lineNumber + 1,
    col: shown.columnNumber + 1
  }
}

/** @param {unknown} value */
function numberOf (value) {
  return typeof value === 'number' ? value : undefined
}

/**
 * @param {Row} row
 * @returns {Row} the same with short texts
 */
function bounded (row) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_TEXT) : value])
  )
}

module.exports = { readRows, unreadRows }

'use strict'
// Reads the async tasks: every suspended async function and generator, with its variables and what it waits for.

const { MathRound, Number, ObjectCreate, StringStartsWith, hrtime } = require('../../safe/primordials')
const { RawJson, toJson } = require('../values/to-json')
const { findTasks } = require('./find')
const { createTaskTime } = require('./task-time')

/** Number of tasks that the reader takes at once. */
const BATCH = 100
const MAX_RECORDS = 50_000
/**
 * What the search and V8's collection of garbage after it may take for each megabyte in use. The collection cannot be
 * ended halfway, so a search that would not end in time is not begun. With 70 MB: 1.3 to 2.3 ms on a busy machine.
 */
const MS_PER_MB = 2
const MB = 1024 * 1024

/**
 * @typedef {object} AsyncTasks
 * @property {object[]} records asyncTask records
 * @property {import('../values/native-walk').WalkedObjects} objects
 * @property {import('../../../packages/shared/dump/terms').NotCaptured[]} notCaptured
 * @property {{ scanMs?: number, collectMs?: number, totalMs: number }} durations scanMs: search of the heap; collectMs:
 *   V8's garbage collection after it; totalMs: everything
 */

/**
 * @typedef {import('../types').SuspendedReader} SuspendedReader
 * @typedef {import('../types').SuspendedState} SuspendedState
 */

/** Beginning of the ids of the tasks' scopes. */
const SCOPE_PREFIX = 't.s'

/**
 * @param {import('../../addon/native-functions').Native} native
 * @param {import('../types').CaptureAccess} context
 * @param {import('../values/native-walk').NativeWalk} walk that has read the other values; it goes on
 * @param {import('../../../packages/shared/config').Config} config maxBytes: for the tasks alone
 * @param {bigint} deadlineNs of process.hrtime
 * @returns {AsyncTasks | import('../../../packages/shared/dump/terms').NotCaptured} NotCaptured: the reason why there
 *   are none
 * @throws {Error} when a pause of the debugger is needed, and there is no inspector
 */
function readAsyncTasks (native, context, walk, config, deadlineNs) {
  const probes = context.taskProbes
  const heapBytes = /** @type {{ usedBytes: number }} */ (native.heapState()).usedBytes
  if (heapBytes > config.asyncTasksMaxHeapBytes) {
    return {
      what: 'asyncTasks',
      reason: 'timeout',
      detail: `the heap has ${heapBytes} bytes, and deadlineMs is for ${config.asyncTasksMaxHeapBytes}`
    }
  }
  const startedNs = hrtime()
  const time = createTaskTime(native, config.asyncTasksMs, deadlineNs)
  const neededMs = (heapBytes / MB) * MS_PER_MB
  if (neededMs > time.msLeft()) {
    return {
      what: 'asyncTasks',
      reason: 'timeout',
      detail: `a search may take ${MathRound(neededMs)} ms, and deadlineMs leaves ${MathRound(time.msLeft())} ms`
    }
  }
  const found = findTasks(native, probes, config, time)
  if (found === null) {
    return {
      what: 'asyncTasks',
      reason: 'unavailable',
      detail: "the heap cannot be read here; with asyncTasks 'on' V8 searches it"
    }
  }
  time.beginReading()
  walk.limit({ maxBytes: config.maxBytes, deadlineMs: time.msLeft() })
  if (context.captures.areNative) {
    return readTasks(native, createSuspendedReader(native), found, walk, config, time, startedNs)
  }
  return context
    .fallback()
    .withSuspended(native, reader => readTasks(native, reader, found, walk, config, time, startedNs))
}

/**
 * @param {import('../../addon/native-functions').Native} native
 * @param {SuspendedReader} reader
 * @param {NonNullable<ReturnType<typeof findTasks>>} found
 * @param {import('../values/native-walk').NativeWalk} walk
 * @param {import('../../../packages/shared/config').Config} config
 * @param {import('./task-time').TaskTime} time
 * @param {bigint} startedNs
 * @returns {AsyncTasks}
 */
function readTasks (native, reader, { tasks, isComplete, isLinked, durations }, walk, config, time, startedNs) {
  const { writer } = walk
  const scopes = reader.scopesWith(writer, SCOPE_PREFIX)
  /** @type {object[]} */
  const records = []
  /** @type {Record<string, object>} */
  const known = ObjectCreate(null)
  const missing = { taskCount: 0, bytes: 0, timeout: 0 }
  let read = 0
  let bytes = 0
  for (let from = 0; from < tasks.length; from += BATCH) {
    const batch = []
    for (let i = from; i < tasks.length && i < from + BATCH; i++) batch[batch.length] = tasks[i].generator
    /** @type {ReturnType<typeof reader.show> | null} */
    let stateOf = null
    for (let i = 0; i < batch.length; i++) {
      const task = tasks[from + i]
      const reason =
        read >= config.maxAsyncTasks
          ? 'taskCount'
          : bytes > config.maxBytes
            ? 'bytes'
            : time.isOver()
              ? 'timeout'
              : null
      if (reason !== null) {
        // If the place is known, record only that this task waits there as well.
        if (task.at in known && records.length < MAX_RECORDS) {
          records[records.length] = {
            ...known[task.at],
            taskId: task.taskId,
            awaits: task.awaits,
            notCaptured: [{ what: 'variables', reason }]
          }
        } else missing[reason]++
        continue
      }
      stateOf ??= reader.show(batch)
      const state = stateOf(i)
      const place = state.isSuspended ? (task.place ?? native.functionPlace(state.code)) : undefined
      // Functions of Node.js are left out.
      if (place === undefined || StringStartsWith(place.url ?? '', 'node:')) continue
      read++
      const position = positionRecord(state, place)
      if (task.at !== '') known[task.at] = position
      const json = toJson({
        ...position,
        taskId: task.taskId,
        this: state.receiver === undefined ? undefined : new RawJson(writer.value(state.receiver)),
        scopeChain: scopes(state),
        awaits: task.awaits
      })
      // The writer limits the objects, but not the variables themselves.
      bytes += json.length
      records[records.length] = new RawJson(json)
    }
  }
  const objects = walk.takePart()
  /** @type {import('../../../packages/shared/dump/terms').NotCaptured[]} */
  const notCaptured = []
  if (!isComplete) {
    notCaptured[notCaptured.length] = {
      what: 'asyncTasks',
      reason: 'timeout',
      detail: 'not all of the heap was searched'
    }
  }
  if (!isLinked) {
    notCaptured[notCaptured.length] = {
      what: 'asyncTasks',
      reason: 'timeout',
      detail: 'what some of them wait for was not found in time'
    }
  }
  if (missing.timeout > 0) {
    notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: 'timeout', count: missing.timeout }
  }
  if (missing.bytes > 0) notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: 'bytes', count: missing.bytes }
  if (missing.taskCount > 0) {
    notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: 'taskCount', count: missing.taskCount }
  }
  return { records, objects, notCaptured, durations: { ...durations, totalMs: Number(hrtime() - startedNs) / 1e6 } }
}

/**
 * @param {SuspendedState} state
 * @param {import('./find').FunctionPlace} place
 */
function positionRecord ({ scriptId, lineNumber, columnNumber }, { url = '', functionName = '', taskType }) {
  return { kind: 'asyncTask', taskType, functionName, url, scriptId, lineNumber, columnNumber, scopeChain: [] }
}

/**
 * Reads suspended functions with the addon.
 * @param {import('../../addon/native-functions').TaskFunctions} native
 * @returns {SuspendedReader}
 */
function createSuspendedReader (native) {
  return {
    show: generators => index => {
      const state = native.suspendedState(generators[index])
      return {
        isSuspended: false,
        scriptId: '',
        lineNumber: 0,
        columnNumber: 0,
        code: undefined,
        receiver: undefined,
        ...state,
        scopesOf: generators[index]
      }
    },
    scopesWith:
      writer =>
        ({ scopesOf, code }) =>
          new RawJson(writer.suspendedScopes(/** @type {object} */ (scopesOf), code))
  }
}

module.exports = { readAsyncTasks }

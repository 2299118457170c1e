'use strict'
// Writes the sections of a dump, the most valuable first, from a report, its captures and the values that were read.

const {
  ArrayIncludes, DateNow, Number, ObjectCreate, ObjectHasOwn, ObjectKeys, hrtime, isoTime
} = require('../../safe/primordials')
const { processTree } = require('../../addon/process-tree')
const { readAsyncTasks } = require('../async-tasks')
const { callFrameRecords, isApplicationFrame } = require('./frame-records')
const { readProcessState, readUptimeMs } = require('../process-state')
const { createDumpBudget, createRecordWriter } = require('./record-writer')
const { causeRecords, exceptionRecord } = require('./report-records')
const { headerRecord } = require('./header-record')
const { countHeap, isMemoryShort } = require('./heap-histogram')
const { framesScripts, readSource, scriptRecords } = require('./sources')
const { NO_OBJECTS, bytesForSources, bytesForTasks } = require('../values/native-walk')
const { takeStacks, threadRecord, threadScripts } = require('./thread-records')
const { RawJson } = require('../values/to-json')

/**
 * @typedef {import('../types').Report} Report
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 * @typedef {import('../values/native-walk').WalkedObjects} WalkedObjects
 * @typedef {import('../types').Values} Values
 * @typedef {import('../types').Context} Context
 * @typedef {import('../../../packages/shared/dump/terms').NotCaptured} NotCaptured
 */

/** Errors that were handled may be many, and finding suspended functions stops the process for long. */
const WITHOUT_TASKS = ['handled', 'handled500']

/** Number of rows of a heap summary. */
const MAX_CLASSES = 50

/**
 * @typedef {object} Contents
 * @property {Report} report its `notCaptured` and `captureErrors` are added to
 * @property {import('../types').DescribedErrors} errors of the report
 * @property {Values} values
 * @property {bigint} deadlineNs of process.hrtime, for everything that is read here
 * @property {boolean} asksThreads the other threads were asked for their stacks
 */

/** @typedef {Contents & { context: Context, out: import('./record-writer').RecordWriter }} Composition */

/**
 * Writes all sections. The process's state, the texts of scripts, async tasks and the heap summary are read here, each
 * when its turn comes, so that a slow reading does not delay a section that is worth more.
 *
 * @param {import('./record-writer').SectionWriter} writer
 * @param {Context} context
 * @param {Contents} contents
 * @returns {void}
 * @throws {NodeJS.ErrnoException} when the file cannot be written
 */
function composeDump (writer, context, contents) {
  const startedNs = hrtime()
  const { report, errors, values, deadlineNs, asksThreads } = contents
  const { config, native, withoutAddon } = context
  const { notCaptured, captureErrors } = report
  const out = createRecordWriter(writer)
  const composition = { ...contents, context, out }
  const budget = createDumpBudget(writer, { maxBytes: config.maxBytes, deadlineNs }, report)
  const walks = allWalks(values, errors.allSnapshots)
  for (let i = 0; i < report.snapshots.length; i++) addAll(captureErrors, report.snapshots[i].failures)

  // Read at the same time as the header's `time`: both together say when the process began, by which readers find the
  // dumps of its other threads.
  const uptimeMs = readUptimeMs()
  const header = headerRecord(report, errors.snapshots, config, context.limits)
  out.write([{ ...header, ...processTree(native), time: isoTime(DateNow()) }])
  if (values.exception !== null && errors.exception !== null) {
    out.write([exceptionRecord(values.exception, report.handled, errors.exception)])
  }
  out.write(causeRecords(errors.causes, values))
  // Captures are written even if the deadline has passed; the other sections only if there is time.
  budget.withinBytes('callFrames', () => out.write(callFrameRecords(errors, values, notCaptured)))
  budget.withinBytes('objects', () => {
    for (let i = 0; i < walks.length; i++) out.writeLines(walks[i].near)
  })
  budget.withinBytes('objects', () => {
    for (let i = 0; i < walks.length; i++) out.writeDetails(walks[i])
  })
  writeProcess(composition, uptimeMs)
  /** @type {import('./sources').Scripts} */
  let pathScripts = []
  budget.withinBytes('executionPath', () => {
    pathScripts = writeExecutionPath(composition)
  })
  const threads = asksThreads && native !== null ? takeStacks(native, config.otherThreadsMs) : []
  budget.withinBytes('threads', () => writeThreads(composition, threads, walks))
  budget.withinBytes('objects', () => {
    for (let i = 0; i < walks.length; i++) out.writeLines(walks[i].far)
  })

  const hasTasks = config.asyncTasks !== 'off' && !ArrayIncludes(WITHOUT_TASKS, report.trigger)
  const forTasks = bytesForTasks(config.maxBytes)
  const sourcesBytes = budget.bytesFor(bytesForSources(config.maxBytes), hasTasks ? forTasks : 0)
  budget.withinTime(
    'sources',
    () => {
      const scripts =
        withoutAddon !== null
          ? withoutAddon.scriptsOf(errors.exception?.stack ?? [], url => readSource(url, config.maxSourceLength))
          : framesScripts(errors.allSnapshots)
      addAll(scripts, pathScripts)
      addAll(scripts, threadScripts(threads))
      out.write(scriptRecords(scripts, { ...config, maxBytes: sourcesBytes }, budget.isLate))
    },
    sourcesBytes
  )

  // The async tasks come near the end, because V8 may take longer to find them than everything else takes.
  /** @type {import('../async-tasks').AsyncTasks | undefined} */
  let tasks
  const tasksBytes = budget.bytesFor(forTasks, 0)
  if (hasTasks) {
    budget.withinTime(
      'asyncTasks',
      () => {
        tasks = writeAsyncTasks(composition, tasksBytes)
      },
      tasksBytes
    )
  }
  if (tasks !== undefined) walks[walks.length] = tasks.objects
  values.walk?.close() // otherwise V8's heap snapshot would show that the walk holds objects
  if (isMemoryShort(report.trigger) || config.heap === 'classes') {
    budget.withinTime('heapSummary', () => writeHeapHistogram(composition))
  }
  addMissing(walks, notCaptured)
  out.write([
    {
      kind: 'end',
      records: out.count(),
      notCaptured,
      captureErrors: hiding(context)?.withoutMessages(captureErrors) ?? safe(composition, captureErrors),
      durations: {
        captureMs: sumDurations(errors.allSnapshots),
        writeMs: Number(hrtime() - startedNs) / 1e6,
        asyncTasks: tasks?.durations
      }
    }
  ])
}

/**
 * Writes the state of the process. It is small and quick to read, so no limit applies.
 * @param {Composition} composition
 * @param {number} uptimeMs
 */
function writeProcess (composition, uptimeMs) {
  const {
    context,
    report: { notCaptured },
    errors,
    values,
    out
  } = composition
  const { captures, config, native, recorders } = context
  const state = readProcessState({
    native,
    hooks: captures.counters(),
    uptimeMs,
    envNames: config.env,
    urls: urlsOf(errors.allSnapshots),
    recorders,
    hasLogs: ArrayIncludes(config.record, 'logs'),
    redact: errors.redactor?.text ?? asItIs
  })
  hiding(context)?.leaveTextsOut(state, notCaptured)
  out.write([
    {
      kind: 'process',
      ...(errors.redactor === null ? state : errors.redactor.state(state)),
      asyncStores: asyncStores(values, storesFrom(errors.snapshots), notCaptured),
      annotations: values.annotations === null ? undefined : new RawJson(values.annotations)
    }
  ])
}

/**
 * Writes what the failing request has run.
 * @param {Composition} composition
 * @returns {import('./sources').Scripts} scripts of the path that have no frame
 */
function writeExecutionPath ({ context: { executionPaths }, errors: { allSnapshots, redactor, snapshots }, out }) {
  if (executionPaths === null) return []
  const path = executionPaths.record(
    snapshots.length > 0 ? snapshots[0].snapshot.id : 0,
    framesScripts(allSnapshots),
    redactor?.text ?? asItIs
  )
  if (path === null) return []
  out.write([path.record])
  return path.scripts
}

/**
 * Writes what the other threads were doing. Their objects follow with the others.
 * @param {Composition} composition
 * @param {import('../../addon/native-types').NativeThreadStack[]} threads
 * @param {WalkedObjects[]} walks is added to
 */
function writeThreads ({ report: { notCaptured }, out }, threads, walks) {
  for (let i = 0; i < threads.length; i++) {
    const { threadId, leftOutFrames: count, objects, missing } = threads[i]
    out.write([threadRecord(threads[i])])
    walks[walks.length] = { ...NO_OBJECTS, far: objects, missing }
    if (count > 0) {
      notCaptured[notCaptured.length] = { what: `callFrames of thread ${threadId}`, reason: 'frameCount', count }
    }
  }
}

/**
 * @param {Composition} composition
 * @param {number} maxBytes for the tasks and their objects
 * @returns {import('../async-tasks').AsyncTasks | undefined} undefined when they could not be read
 */
function writeAsyncTasks ({ context, report: { notCaptured }, values, deadlineNs, out }, maxBytes) {
  const { config, native } = context
  if (native === null || values.walk === null) {
    notCaptured[notCaptured.length] = { what: 'asyncTasks', reason: native === null ? 'noAddon' : 'error' }
    return undefined
  }
  const tasks = readAsyncTasks(native, context, values.walk, { ...config, maxBytes }, deadlineNs)
  if (isNotCaptured(tasks)) {
    notCaptured[notCaptured.length] = tasks
    return undefined
  }
  out.write(tasks.records)
  out.writeLines(tasks.objects.near)
  out.writeLines(tasks.objects.far)
  out.writeDetails(tasks.objects)
  addAll(notCaptured, tasks.notCaptured)
  return tasks
}

/**
 * Writes how many objects of each class the heap holds.
 * @param {Composition} composition
 */
function writeHeapHistogram ({ context: { native }, report: { notCaptured }, errors: { redactor }, deadlineNs, out }) {
  const counted = native === null ? null : countHeap(native, MAX_CLASSES, deadlineNs)
  if (counted === null) {
    notCaptured[notCaptured.length] = { what: 'heapSummary', reason: 'unavailable' }
    return
  }
  const { complete, ...summary } = counted
  out.write([{ kind: 'heapSummary', ...(redactor === null ? summary : redactor.data(summary)) }])
  if (!complete) notCaptured[notCaptured.length] = { what: 'heapSummary', reason: 'timeout' }
}

/**
 * @template T
 * @param {Composition} composition
 * @param {T} data plain data
 * @returns {T} without secrets; unchanged if there is no addon
 */
function safe ({ errors: { redactor } }, data) {
  return redactor === null ? data : redactor.data(data)
}

/**
 * @param {Context} context
 * @returns what leaves texts out, because without the addon secrets in them cannot be found; null if none need to be
 */
function hiding ({ config, withoutAddon }) {
  return config.redact === false ? null : withoutAddon
}

/**
 * @param {OrderedSnapshot[]} snapshots
 * @returns {string[]} URLs of the scripts that have a frame
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
 * @param {Values} values
 * @param {Snapshot | null} thrown
 * @param {NotCaptured[]} notCaptured is added to
 */
function asyncStores ({ asyncStores: reported }, thrown, notCaptured) {
  const stores = thrown === null ? reported : thrown.asyncStores
  if (stores === null) notCaptured[notCaptured.length] = { what: 'asyncStores', reason: 'error' }
  if (thrown !== null && thrown.isBrief === true) {
    const detail = 'too many errors a second to look for them, and for functions that wait by a callback'
    notCaptured[notCaptured.length] = { what: 'asyncStores', reason: 'rationed', detail }
  }
  if (stores === null || stores.length === 0) return undefined
  return { readAt: thrown === null ? 'report' : 'capture', stores }
}

/**
 * An error that a package made by itself, such as one that a pooled connection was answered with, was made where the
 * connection was opened, for another request. The function that was rejected with it has the stores of its own.
 * @param {OrderedSnapshot[]} snapshots the throw first
 * @returns {Snapshot | null} whose stores are those of the failing code; null if nothing was captured
 */
function storesFrom (snapshots) {
  if (snapshots.length === 0) return null
  for (let i = 0; i < snapshots.length; i++) {
    const { snapshot, suspended } = snapshots[i]
    const isOfError = i === 0 || snapshot.hook === 'promiseReject'
    if (isOfError && suspended !== true && hasOwnFrame(snapshot)) return snapshot
  }
  return snapshots[0].snapshot
}

/**
 * @param {Snapshot} snapshot
 * @returns {boolean} true if a function of the application was on its stack
 */
function hasOwnFrame ({ callFrames: { frames } }) {
  for (let i = 0; i < frames.length; i++) if (isApplicationFrame(frames[i])) return true
  return false
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
 * @param {NotCaptured[]} notCaptured is added to
 */
function addMissing (walks, notCaptured) {
  const total = ObjectCreate(null)
  for (let i = 0; i < walks.length; i++) {
    const reasons = ObjectKeys(walks[i].missing)
    for (let r = 0; r < reasons.length; r++) total[reasons[r]] = (total[reasons[r]] ?? 0) + walks[i].missing[reasons[r]]
  }
  for (const key in total) {
    const reason = /** @type {NotCaptured['reason']} */ (key)
    if (total[key] > 0) notCaptured[notCaptured.length] = { what: 'objects', reason, count: total[key] }
  }
}

/** @param {OrderedSnapshot[]} snapshots */
function sumDurations (snapshots) {
  let total = 0
  for (let i = 0; i < snapshots.length; i++) total += snapshots[i].snapshot.durationMs
  return total
}

/**
 * @param {import('../async-tasks').AsyncTasks | NotCaptured} tasks
 * @returns {tasks is NotCaptured}
 */
function isNotCaptured (tasks) {
  return ObjectHasOwn(tasks, 'reason')
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

module.exports = { composeDump }

'use strict'
// Collects the data of a dump for the page. Places are resolved through source maps, and each source is included once.

const path = require('node:path')
const { chainLines, firstLine } = require('../crash/cause-chain')
const { factsOf } = require('../crash/facts')
const { otherThreads } = require('../crash/other-threads')
const { headerLines, requestText } = require('../crash/request')
const { headingWithoutError } = require('../crash/title')
const { describePath } = require('../execution-path/describe-path')
const { describeSucceeded } = require('../execution-path/describe-succeeded')
const { shownLines } = require('../execution-path/line-marks')
const { nativeStack } = require('../native-stack')
const { isScheduling, schedulingFrames } = require('../scheduling')
const { schedulingText } = require('../scheduling/words')
const { displayPlace, displayUrl, isDependency, workingDirectory } = require('../source/location')
const { placesOf } = require('../source/scope-places')
const { SourceMaps } = require('../source/source-map')
const { plain } = require('../text/terminal-text')
const { valueOrigin } = require('../origin')
const { unlikeOthers } = require('../usual')
const { compareRuns } = require('../usual/compare-runs')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */
/** @typedef {import('crash-collector-shared/dump/format').Position} Position */

/**
 * @typedef {object} PagePlace
 * @property {string} file for display
 * @property {number} lineNumber 0-based, in the original source
 * @property {number} columnNumber
 * @property {number|null} source index in `sources`, null if there is no text
 * @property {{ lineNumber: number, columnNumber: number }} marked the place in that text
 * @property {number} firstLine first line of the function in that text
 * @property {boolean} dependency
 */

/**
 * @typedef {Omit<CallFrameRecord, 'kind'> & { place: PagePlace, heading?: string, thread?: string,
 *   compared?: import('../usual/compare-runs').ComparedSource[], scheduled?: string }} PageFrame heading: only on the
 *   first frame of each error, and only if there are several errors; thread: only on the first frame of each other
 *   thread; compared: its variables beside those of other runs; scheduled: how it has scheduled another
 */
/** @typedef {Omit<AsyncTaskRecord, 'kind'> & { place: PagePlace }} PageTask */

/**
 * The code that the failing request ran. source: index in `sources`, null if there is no text; shown: numbers of the
 * lines of the functions that ran.
 * @typedef {object} PagePath
 * @property {string} heading
 * @property {string[]} doubts
 * @property {import('../execution-path/describe-succeeded').SucceededDescription | null} succeeded
 * @property {{ scriptId: string, file: string, source: number|null, shown: number[],
 *   lines: import('../execution-path/executed-lines').ExecutedLine[] }[]} scripts
 */

/**
 * @typedef {object} PageData
 * @property {string} file name of the dump
 * @property {import('crash-collector-shared/dump/format').HeaderRecord} header
 * @property {boolean} truncated
 * @property {string|null} diagnosis
 * @property {string|null} unlike which value is unlike those of other runs
 * @property {string|null} origin where the wrong value came from
 * @property {{ text: string, headers: string[] }|null} request that the failing code worked on
 * @property {import('crash-collector-shared/dump/format').ExceptionRecord|null} exception
 * @property {string|null} event the heading in the place of an error
 * @property {SignalData|null} signal
 * @property {{ functionName: string, place: string, async: boolean }[]} stack of the error
 * @property {string[]} chain the causes of the error, one a line
 * @property {PageFrame[]} frames of the root cause first, then of the errors that it led to
 * @property {PageTask[]} tasks
 * @property {PagePath|null} path
 * @property {string[]} sources
 * @property {Record<string, unknown>} process
 * @property {{ name: string, value: import('crash-collector-shared/dump/format').Value }[]} asyncStores
 * @property {import('crash-collector-shared/dump/format').HeapSummaryRecord|null} heapSummary
 * @property {import('crash-collector-shared/dump/format').NotCaptured[]} notCaptured
 * @property {string[]} captureErrors
 * @property {{ captureMs: number, writeMs: number }|null} durations
 * @property {string} missingReason
 * @property {string} [markdown] of the summary; page.js adds it
 * @property {string[]} [common] what the crashes of its group have in common; page.js adds it
 */

/**
 * @param {Dump} dump
 * @param {import('../usual/other-dumps').OtherRuns} [runs]
 * @returns {PageData}
 */
function pageData (dump, runs = { same: [], others: [] }) {
  const directory = workingDirectory(dump)
  const sourceMaps = new SourceMaps(dump)
  const { sources, indexOf, placeOf } = places(dump, sourceMaps, directory)
  const { diagnosis, request, signal, asyncStores: { stores } } = factsOf(dump)
  const compared = compareRuns(dump, runs)
  const { kind, asyncStores, ...process } = /** @type {Record<string, unknown>} */ (dump.process ?? {})
  return {
    file: path.basename(dump.file),
    header: dump.header,
    truncated: dump.truncated,
    diagnosis: diagnosis?.text ?? null,
    unlike: unlikeOthers(dump, runs.others)?.text ?? null,
    origin: valueOrigin(dump)?.text ?? null,
    request: request && { text: requestText(request, dump), headers: headerLines(request, dump) },
    exception: dump.exception,
    event: dump.exception === null ? headingWithoutError(dump, dump.truncated) : null,
    signal: signal && { ...signal, stack: signalStack(dump) },
    stack: (dump.exception?.stack ?? []).map(frame => ({
      functionName: frame.functionName,
      place: displayPlace(sourceMaps.ofStack(frame), directory),
      async: frame.async === true
    })),
    chain: chainLines(dump),
    frames: [...framesInOrder(dump), ...framesOfThreads(dump)].map(({ record, ...headings }) => {
      const { kind, ...frame } = record
      const sources = compared.find(each => each.frame === record)?.sources
      return {
        ...frame,
        ...placesOf(dump, record),
        place: placeOf(record),
        ...headings,
        ...(sources && { compared: sources }),
        ...(isScheduling(record) && { scheduled: schedulingText(record) })
      }
    }),
    tasks: dump.asyncTasks.map(({ kind, ...task }) => ({ ...task, place: placeOf(task) })),
    path: pathData(dump, indexOf),
    sources,
    process: { ...process, ...startedBy(dump) },
    asyncStores: stores.map(({ name, store }) => ({ name, value: store })),
    heapSummary: dump.heapSummary,
    notCaptured: dump.notCaptured,
    captureErrors: dump.end?.captureErrors ?? [],
    durations: dump.end?.durations ?? null,
    missingReason: dump.missingReason
  }
}

/**
 * @param {Dump} dump
 * @param {(text: string) => number} indexOf a text in `sources`
 * @returns {PagePath|null}
 */
function pathData (dump, indexOf) {
  const path = dump.derived(describePath)
  if (path === null) return null
  const scripts = path.scripts.map(({ scriptId, file, source, lines }) => {
    return { scriptId, file, source: source === undefined ? null : indexOf(source), shown: shownLines(lines), lines }
  })
  return { ...path, scripts, succeeded: dump.derived(describeSucceeded) }
}

/**
 * @param {Dump} dump
 * @returns {{ crashId?: string, startedBy?: string[] }} the processes that have started this one, the nearest first
 */
function startedBy ({ header: { crashId, processes = [] } }) {
  const parents = processes.slice(1).map(({ pid, name }) => plain(`${name} (pid ${pid})`))
  return parents.length === 0 ? {} : { crashId, startedBy: parents }
}

/**
 * A fatal signal and the stack of its thread.
 * @typedef {{ title: string, reason: string, stack: { name: string, place: string, leftOut?: number }[] }} SignalData
 */

/**
 * @param {Dump} dump
 * @returns {SignalData['stack']}
 */
function signalStack (dump) {
  const directory = workingDirectory(dump)
  return nativeStack(dump).map(({ name, place, callFrame, leftOut }) => ({
    name: plain(name),
    place: callFrame === undefined || callFrame.internal
      ? plain(place)
      : `${displayUrl(callFrame.url, directory)}:${callFrame.lineNumber + 1}:${callFrame.columnNumber + 1}`,
    ...(leftOut !== undefined && { leftOut })
  }))
}

/**
 * @param {Dump} dump
 * @returns {{ record: CallFrameRecord, heading?: string }[]}
 */
function framesInOrder (dump) {
  const { errors } = factsOf(dump)
  return errors.flatMap(({ index, cause, title }) => {
    const heading = cause === undefined ? title : `${title}: ${firstLine(cause)}`
    const own = dump.seenFrom(index)
    return [...own.callFrames, ...schedulingFrames(own)].map((record, i) =>
      i === 0 && errors.length > 1 ? { record, heading } : { record }
    )
  })
}

/**
 * @param {Dump} dump
 * @returns {{ record: CallFrameRecord, thread?: string }[]} none if the dump has no frames of its error, whose place is
 *   the stack of the error then
 */
function framesOfThreads (dump) {
  if (dump.allCallFrames.length === 0) return []
  return otherThreads(dump).flatMap(({ record: thread, name, state }) => {
    const heading = plain(`Other thread: ${name} (${state})`)
    const { callFrames } = dump.seenFromThread(thread)
    return callFrames.map((record, i) => (i === 0 ? { record, thread: heading } : { record }))
  })
}

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @param {string} [directory]
 */
function places (dump, sourceMaps, directory) {
  /** @type {string[]} */
  const sources = []
  /** @type {Map<string, number>} */
  const indexes = new Map()
  /** @param {string} text */
  const indexOf = text => {
    const index = indexes.get(text) ?? sources.push(text) - 1
    indexes.set(text, index)
    return index
  }
  /**
   * @param {{ url: string, scriptId: string, lineNumber: number, columnNumber: number, functionLocation?: Position,
   *   scopeChain: import('crash-collector-shared/dump/format').Scope[] }} frame
   * @returns {PagePlace}
   */
  const placeOf = frame => {
    const { original, source, marked } = sourceMaps.resolve(frame, { forOthers: true })
    const shown = original ?? frame
    const start = frame.functionLocation ?? frame.scopeChain.find(({ type }) => type === 'local')?.startLocation
    const first =
      start === undefined
        ? undefined
        : marked === original
          ? sourceMaps.original({ ...frame, ...start, scriptId: frame.scriptId })
          : start
    const isUsable =
      first !== undefined && first.lineNumber <= marked.lineNumber && (!('url' in first) || first.url === original?.url)
    return {
      file: displayUrl(shown.url, directory),
      lineNumber: shown.lineNumber,
      columnNumber: shown.columnNumber,
      source: source === undefined ? null : indexOf(source),
      marked: { lineNumber: marked.lineNumber, columnNumber: marked.columnNumber },
      firstLine: isUsable ? first.lineNumber : marked.lineNumber,
      dependency: isDependency(frame.url)
    }
  }
  return { sources, indexOf, placeOf }
}

module.exports = { pageData }

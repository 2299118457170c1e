'use strict'
// Tells what happened to the collector: its own failures, in the next dump, and one line on stderr about a dump.

const { describeReported } = require('./capture/values/error-text')
const { errorLine } = require('./capture/values/read-error')
const { toJson } = require('./capture/values/to-json')
const { DateNow, isoTime } = require('./safe/primordials')
const { isMainThread } = require('./addon/thread')
const { sayLine } = require('./stderr')

/** @typedef {import('./addon/native-functions').ReportFunctions} ReportFunctions */
/** @typedef {import('./addon/native-functions').ThreadFunctions} ThreadFunctions */
/** @typedef {import('./capture/types').Notices} Notices */
/** @typedef {import('./capture/types').Saved} Saved */

const MAX_FAILURES = 10

/**
 * @param {(ReportFunctions & ThreadFunctions) | null} native
 * @param {() => { stderr: 'text' | 'json' | 'none' }} config
 * @returns {Notices}
 */
function createNotices (native, config) {
  /** @type {string[]} */
  let failures = []
  const lineOf = (/** @type {Saved} */ saved) => {
    const { stderr } = config()
    return stderr === 'none' ? '' : stderr === 'json' ? jsonLine(saved) : textLine(saved)
  }
  return {
    failed: error => {
      if (failures.length < MAX_FAILURES) failures[failures.length] = errorLine(error)
    },
    takeFailures () {
      const taken = failures
      failures = []
      return taken
    },
    dumpWritten (saved, exception) {
      if (saved.notWanted === true) return
      const line = lineOf(saved)
      if (native === null) {
        if (line !== '') sayLine(line)
        return
      }
      // A worker tells the main thread that this error has a dump, also if no line is printed.
      if (isMainThread(native) || !native.handOverExitLine(describeReported(exception).description, line)) {
        native.setExitLine(line)
      }
    },
    sayDumpWritten (saved) {
      const line = saved.notWanted === true ? '' : lineOf(saved)
      if (line !== '') sayLine(line)
    },
    dumpTakenBack (exception) {
      if (native === null) return
      if (!isMainThread(native)) native.claimExitLine(describeReported(exception).description)
      native.setExitLine('')
    }
  }
}

/** @param {Saved} saved */
function textLine (saved) {
  return `crash-collector: ${outcomeText(saved)}`
}

/**
 * @param {Saved} saved
 * @returns {string} for the line on stderr
 */
function outcomeText ({ path: file, problem, noHeapSnapshot, notes = [], log }) {
  let line = problem === null ? `dump written to ${file}` : `no dump: ${problem}`
  for (let i = 0; i < notes.length; i++) line += `; ${notes[i]}`
  if (noHeapSnapshot !== null) line += `; no heap snapshot: ${noHeapSnapshot}`
  return log === undefined ? line : `${line}; pass this line to \`npx crash-collector show -\`: ${log}`
}

/**
 * @param {Saved} saved
 * @returns {string} JSON
 */
function jsonLine ({ path: file, problem, noHeapSnapshot, notes, log }) {
  return toJson({
    source: 'crash-collector',
    time: isoTime(DateNow()),
    dump: file,
    problem: problem ?? undefined,
    notes: notes === undefined || notes.length === 0 ? undefined : notes,
    noHeapSnapshot: noHeapSnapshot ?? undefined,
    log
  })
}

module.exports = { createNotices, outcomeText }

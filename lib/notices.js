'use strict'
// Tells what happened to the collector: its own failures, in the next dump, and one line on stderr about a dump.

const { describeReported } = require('./capture/values/error-text')
const { errorLine } = require('./capture/values/read-error')
const { isMainThread } = require('./addon/thread')
const { say } = require('./stderr')

/** @typedef {import('./capture/types').Notices} Notices */

const MAX_FAILURES = 10

/**
 * @param {import('./addon/native-types').Native | null} native
 * @param {() => boolean} isQuiet true if nothing may be printed on stderr
 * @returns {Notices}
 */
function createNotices (native, isQuiet) {
  /** @type {string[]} */
  let failures = []
  return {
    failed: error => {
      if (failures.length < MAX_FAILURES) failures[failures.length] = errorLine(error)
    },
    takeFailures () {
      const taken = failures
      failures = []
      return taken
    },
    dumpWritten ({ path: file, problem, noHeapSnapshot }, exception) {
      const beside = noHeapSnapshot === null ? '' : `; no heap snapshot: ${noHeapSnapshot}`
      const line = problem === null ? `dump written to ${file}${beside}` : `no dump: ${problem}`
      if (native === null) {
        if (!isQuiet()) say(line)
        return
      }
      // A worker tells the main thread that this error has a dump, also if no line is printed.
      const told = isQuiet() ? '' : `crash-collector: ${line}`
      if (isMainThread(native) || !native.handOverExitLine(describeReported(exception).description, told)) {
        native.setExitLine(told)
      }
    },
    dumpTakenBack (exception) {
      if (native === null) return
      if (!isMainThread(native)) native.claimExitLine(describeReported(exception).description)
      native.setExitLine('')
    }
  }
}

module.exports = { createNotices }

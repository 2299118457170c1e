'use strict'
// Exports what only a report or capture() needs. In the preload's bundle this module and those that it requires are a
// script of their own. It runs at the first report or capture(), so a process that never dies by an error does not pay
// for it. While they are loaded, these modules must take nothing from Node.js or from the global object, which the
// application may have changed by then: lib/safe took those things at the start.

const { loadFallback } = require('./fallback-door')
const { watchOnDump } = require('./capture/file/on-dump')
const { captureNow } = require('./triggers/api')
const { saveAtHeapLimit } = require('./triggers/out-of-memory')
const { saveRunning } = require('./triggers/running-process')
const { watchRequests } = require('./triggers/handled-500')
const { watchSignals } = require('./triggers/fatal-signals')
const { createReportedExceptions } = require('./triggers/reported-exception')
const { createFailedTests } = require('./triggers/test-failure')

module.exports = {
  captureNow,
  createFailedTests,
  createReportedExceptions,
  loadFallback,
  saveAtHeapLimit,
  saveRunning,
  watchOnDump,
  watchRequests,
  watchSignals
}

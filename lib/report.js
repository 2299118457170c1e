'use strict'
// Exports what only a report or capture() needs. In the preload's bundle this module and those that it requires are a
// script of their own. It runs at the first report or capture(), so a process that never dies by an error does not pay
// for it. While they are loaded, these modules must take nothing from Node.js or from the global object, which the
// application may have changed by then: lib/safe took those things at the start.

const { captureNow } = require('./triggers/handed-over')
const { saveAtHeapLimit } = require('./triggers/out-of-memory')
const { saveRunning } = require('./triggers/running-process')
const { createReportedExceptions } = require('./triggers/reported-exception')
const { createFailedTests } = require('./triggers/test-failure')

module.exports = {
  captureNow,
  createFailedTests,
  createReportedExceptions,
  saveAtHeapLimit,
  saveRunning
}

'use strict'
// V8's debugger says of what an ES module throws at its top level that somebody will catch it.
// Worked around in lib/fallback/exception-pause.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

process.exitCode = 1 // until it was seen
/** @type {unknown[]} */
const uncaught = []
const { post } = inspectHere(({ data }) => uncaught.push(data.uncaught))
post('Debugger.setPauseOnExceptions', { state: 'all' })
import('data:text/javascript,throw new Error("no")')
process.on('uncaughtException', () => {
  post('Debugger.disable')
  process.removeAllListeners('uncaughtException')
  assert.equal(uncaught[0], false, 'it counts as uncaught: onScript() of exception-pause.js may go')
  process.exitCode = 0
})

'use strict'
// Node.js reports a rejection with an object that has a `stack` as it is, and others in an error of its own.
// Worked around in lib/triggers/reported-exception.js and lib/fallback/pause-captures.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

process.exitCode = 1 // until it was seen
const withStack = { stack: 'mine' }
/** @type {any[]} */
const reported = []
process.on('uncaughtException', error => reported.push(error))
Promise.reject(withStack)
Promise.reject({}) // eslint-disable-line prefer-promise-reject-errors
setImmediate(() => {
  assert.equal(reported[1].code, 'ERR_UNHANDLED_REJECTION')
  process.removeAllListeners('uncaughtException')
  assert.equal(reported[0], withStack, 'it is wrapped, too: the question for a `stack` may go')
  process.exitCode = 0
})

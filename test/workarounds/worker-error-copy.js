'use strict'
// An error of a worker arrives in its parent as a copy, with a text for a stack.
// Worked around in lib/triggers/died-in-worker.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { Worker } = require('node:worker_threads')

process.exitCode = 1 // until it was seen
let calls = 0
Error.prepareStackTrace = () => `${++calls}`
new Worker('null.property', { eval: true }).on('error', error => {
  const { stack } = error
  Error.prepareStackTrace = undefined
  assert.ok(typeof stack === 'string' && calls === 0, 'its stack is as of any error: the search for the copy may go')
  process.exitCode = 0
})

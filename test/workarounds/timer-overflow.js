'use strict'
// A timer of more than 2 ** 31 - 1 milliseconds ends after one.
// Worked around in packages/inspect/evaluate/world/index.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

process.exitCode = 1 // until it was seen
const timer = setTimeout(() => {
  process.exitCode = 0
}, 2 ** 31)
setTimeout(() => {
  clearTimeout(timer)
  assert.equal(process.exitCode, 0, 'it goes on: MAX_TIMEOUT_MS of evaluate/index.js may be any number')
}, 500)

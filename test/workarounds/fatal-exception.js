'use strict'
// For each exception and unhandled rejection that it reports Node.js calls `process._fatalException`, which is not
// documented.
// Worked around in src/report/fatal_exception.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

process.exitCode = 1 // until it was seen
const original = Reflect.get(process, '_fatalException')
/** @type {unknown[]} */
const reported = []
/** @param {unknown[]} args */
function fatalException (...args) {
  reported.push(...args)
  return original.apply(process, args)
}
Reflect.set(process, '_fatalException', fatalException)
process.once('uncaughtException', () => {
  assert.deepEqual(reported, ['thrown', false], 'it is not called: there must be another way to hear of reports')
  process.exitCode = 0
})
throw 'thrown' // eslint-disable-line no-throw-literal

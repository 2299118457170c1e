'use strict'
// An object that a worker throws and that is no error arrives in its parent in an error of 'node:internal/worker', as
// its `context`.
// Worked around in lib/triggers/died-in-worker.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { Worker } = require('node:worker_threads')

process.exitCode = 1 // until it was seen
process.on('uncaughtException', error => {
  process.removeAllListeners('uncaughtException')
  const { code, context, stack } = /** @type {any} */ (error)
  const told = [code, context?.message, /node:internal\/worker/.test(stack)]
  const expected = ['ERR_UNHANDLED_ERROR', 'mine', true]
  assert.deepEqual(told, expected, 'it arrives otherwise: isThrownByWorkerObject() must know it by something else')
  process.exitCode = 0
})
new Worker("throw { message: 'mine' }", { eval: true }) // eslint-disable-line no-new

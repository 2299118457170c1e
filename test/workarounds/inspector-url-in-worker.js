'use strict'
// In a worker inspector.url() is undefined, even while the inspector of the process is open.
// Worked around in lib/fallback/inspector.js and src/bindings/thread_list_binding.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const inspector = require('node:inspector')
const { Worker } = require('node:worker_threads')

process.exitCode = 1 // until it was seen
inspector.open(0, '127.0.0.1')
assert.equal(typeof inspector.url(), 'string')
const text = "require('node:worker_threads').parentPort.postMessage(require('node:inspector').url())"
new Worker(text, { eval: true }).on('message', url => {
  inspector.close()
  assert.equal(url, undefined, 'workers know the URL: setInspected() and isInspected() may go')
  process.exitCode = 0
})

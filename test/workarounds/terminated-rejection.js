'use strict'
// If a worker is ended while Node.js's own function for rejections runs, the worker's program runs on, and its next
// uncaught exception aborts the process.
// Worked around in src/hooks/hook_scopes.h and src/hooks/throw_hooks.cc.
// Node.js 20
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const WORKER = `
// Read by that function. In a worker process.exit() ends JavaScript at once.
Object.defineProperty(process, 'domain', { get: () => process.exit() })
setImmediate(() => {
  Promise.reject('no').catch(() => {})
  throw 'again'
})`
const text = `
const { Worker } = require('node:worker_threads')
new Worker(${JSON.stringify(WORKER)}, { eval: true }).on('error', () => {})`
const { signal } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' })
assert.equal(signal, 'SIGABRT', 'the process lives: OnPromiseReject() need not request the termination again')

'use strict'
// The flag --stack-trace-limit is the first Error.stackTraceLimit of new contexts and workers; existing ones keep
// theirs.
// Worked around in lib/triggers/throw-hooks.js and src/hooks/contexts/new_contexts.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')
const vm = require('node:vm')
const { Worker } = require('node:worker_threads')

process.exitCode = 1 // until it was seen
v8.setFlagsFromString('--stack-trace-limit=11')
assert.equal(Error.stackTraceLimit, 10)
const text = "require('node:worker_threads').parentPort.postMessage(Error.stackTraceLimit)"
new Worker(text, { eval: true }).on('message', limit => {
  const limits = [limit, vm.runInNewContext('Error.stackTraceLimit')]
  assert.deepEqual(limits, [11, 11], 'the flag has no effect there: USUAL_STACK_TRACE_LIMIT of throw-hooks.js may go')
  process.exitCode = 0
})

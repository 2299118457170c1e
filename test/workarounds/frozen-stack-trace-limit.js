'use strict'
// With --frozen-intrinsics a worker cannot change the Error.stackTraceLimit that it begins with.
// Worked around in lib/triggers/throw-hooks.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const WORKER = "Reflect.set(Error, 'stackTraceLimit', 7); console.log(Error.stackTraceLimit)"
const text = `new (require('node:worker_threads').Worker)(${JSON.stringify(WORKER)}, { eval: true })`
const { stdout } = spawnSync(process.execPath, ['--frozen-intrinsics', '-e', text], { encoding: 'utf8' })
assert.equal(stdout, '10\n', 'the limit can be set: Reflect.set() in throw-hooks.js may be an assignment')

'use strict'
// If a top-level await is pending when the event loop is empty, Node.js sets the exit code between the last listener on
// 'beforeExit' and the end of those on 'exit'. Nothing else tells an addon of it.
// Worked around in src/report/end_watch.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const text = `
const print = () => queueMicrotask(() => process._rawDebug(process.exitCode))
process.on('beforeExit', print)
process.on('exit', print)
await new Promise(() => {})`
const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' })
assert.deepEqual(
  [status, ...(stderr.match(/^(undefined|\d+)$/gm) ?? [])],
  [13, 'undefined', '13'],
  'EndWatch must learn in another way that the exit code is that of Node.js'
)

'use strict'
// V8 reports the construction of an Error only while Error.stackTraceLimit differs from the flag --stack-trace-limit.
// Worked around in lib/triggers/throw-hooks.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')
const { loadNative } = require('../../lib/addon/native')

const { native } = loadNative()
assert.ok(native)
v8.setFlagsFromString('--stack-trace-limit=11')
native.installThrowHooks(() => false, { hookErrors: true }, null, () => [])

/** @param {number} limit */
function reportsAt (limit) {
  const before = native?.hookCounters().errorsSeen
  Error.stackTraceLimit = limit
  const error = new Error('no')
  Error.stackTraceLimit = 10
  return error && native?.hookCounters().errorsSeen - before
}

assert.equal(reportsAt(10), 1)
assert.equal(reportsAt(11), 0, 'V8 reports all constructions: the flag --stack-trace-limit may go')

'use strict'
// A Timeout has its callback in `_onTimeout`, its delay in `_idleTimeout`, and in `_destroyed` that it has run.
// Worked around in lib/capture/async-tasks/operations.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const callback = () => {}
const timer = setTimeout(callback, 1234)
const fields = ['_onTimeout', '_idleTimeout', '_destroyed']
const read = () => fields.map(name => Reflect.get(timer, name))
const before = read()
clearTimeout(timer)
assert.deepEqual(before, [callback, 1234, false], 'it has them elsewhere: findCauses() must look there')
assert.equal(read()[2], true, 'it does not tell: findCauses() must find out otherwise which timers are over')

'use strict'
// V8's error of a stack overflow is known by its message only.
// Worked around in lib/capture/match/missing-frames.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

function recurse () {
  recurse()
}
const expected = { name: 'RangeError', message: 'Maximum call stack size exceeded' }
assert.throws(recurse, expected, 'it has another message: isStackOverflow() must look for that')

'use strict'
// To ask for the descriptor of an error's `stack` is to format the stack.
// Worked around in lib/capture/values/read-error.js and lib/fallback/values/askable.js.
// Node.js 20
const assert = require('node:assert')

let calls = 0
Error.prepareStackTrace = () => `${++calls}`
Object.getOwnPropertyDescriptor(new Error('no'), 'stack')
Error.prepareStackTrace = undefined
assert.equal(calls, 1, 'a descriptor formats nothing: stackOf() and stackDescriptor() need not catch')

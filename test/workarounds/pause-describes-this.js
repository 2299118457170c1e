'use strict'
// At a pause V8 describes `this` of each frame, and formats its stack where it is an error.
// Worked around in lib/fallback/pause.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const error = new Error('no')
let calls = 0
Error.prepareStackTrace = () => `${++calls}`
inspectHere(() => {})
;(function () {
  debugger // eslint-disable-line no-debugger
}).call(error)
Error.prepareStackTrace = undefined
assert.equal(calls, 1, 'V8 leaves it alone: pause() need not defer stacks')

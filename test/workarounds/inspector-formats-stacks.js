'use strict'
// The inspector reads the stack of each error that it describes, and V8 formats it then.
// Worked around in lib/fallback/deferred-stacks.js and lib/fallback/values/askable.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const { post } = inspectHere()
let calls = 0
Error.prepareStackTrace = () => `${++calls}`
post('Runtime.evaluate', { expression: 'new Error("no")' })
Error.prepareStackTrace = undefined
assert.equal(calls, 1, 'the inspector leaves stacks alone: lib/fallback/deferred-stacks.js may go')

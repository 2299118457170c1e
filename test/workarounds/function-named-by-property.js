'use strict'
// A stack names a function by the property that holds it when the stack is formatted, not when it is called.
// Worked around in src/report/fatal_exception.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

/** @type {Record<string, () => Error>} */
const holder = { first: (() => function () { return new Error('no') })() }
const error = holder.first()
holder.second = holder.first
delete holder.first
assert.match(error.stack ?? '', /\[as second\]/, 'it does not: Put() of fatal_exception.cc may go')

'use strict'
// V8 gives a `throw` its own position, also if the statement makes the error that it throws.
// Worked around in packages/inspect/explain/application-call.js and packages/inspect/explain/conditions/made-error.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const inspector = require('node:inspector')
const vm = require('node:vm')

/** @type {number[]} */
const columns = []
const session = new inspector.Session()
session.connect()
session.on('Debugger.paused', ({ params: { callFrames: [{ location }] } }) => columns.push(location.columnNumber ?? -1))
session.post('Debugger.enable')
session.post('Debugger.setPauseOnExceptions', { state: 'all' })
assert.throws(() => vm.runInThisContext('  throw   new Error("made")'))
session.disconnect()
assert.equal(columns[0], 2, 'it is that of `new`: callIn() and madeAt() need not look for the statement')

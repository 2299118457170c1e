'use strict'
// The `stack` that Error.captureStackTrace() puts on any object is formatted when it is read first, as an error's is.
// Worked around in src/walk/records/property_writer.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

let calls = 0
Error.prepareStackTrace = () => `${++calls}`
/** @type {{ stack?: string }} */
const object = {}
Error.captureStackTrace(object)
const before = calls
const { stack } = object
Error.prepareStackTrace = undefined
assert.equal(before, 0)
assert.equal(stack, '1', 'the text is there at once: AccessTo() need not hide `stack` of ordinary objects')

'use strict'
// Error.captureStackTrace() throws an error of its own where its object takes no property.
// Worked around in src/v8_internals/error_identity.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

let failure
try {
  Error.captureStackTrace(Object.freeze({}))
} catch (error) {
  failure = error
}
assert.ok(failure instanceof TypeError, 'it does not: ErrorUnderConstruction() need not compare')

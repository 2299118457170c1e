'use strict'
// A DOMException is no error for V8, but has a stack.
// Worked around in lib/capture/values/error-text.js.
// Node.js 20
const assert = require('node:assert')
const { types } = require('node:util')

const exception = new DOMException('no')
assert.equal(typeof exception.stack, 'string')
assert.ok(!types.isNativeError(exception), 'it is an error: only objects of libraries need messageIn()')

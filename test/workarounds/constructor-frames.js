'use strict'
// The stack of an error leaves out the constructors of its class, and what they call.
// Worked around in src/snapshot/capture_limits.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

class BaseError extends Error {}
class OrderError extends BaseError {
  constructor () {
    super('no')
  }
}
function order () {
  return new OrderError()
}
const [, first] = order().stack?.split('\n') ?? []
assert.match(first, /^ +at order /, 'the constructor is in the stack: CountOwn() need not leave it out')

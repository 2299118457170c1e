'use strict'
// If formatting throws, the error keeps its unformatted stack, and the next read formats it.
// Worked around in lib/fallback/deferred-stacks.js and src/bindings/stack_formatting_binding.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const error = new Error('no')
Error.prepareStackTrace = () => {
  throw new TypeError('not now')
}
try {
  Reflect.get(error, 'stack')
} catch {}
Error.prepareStackTrace = () => 'formatted'
const { stack } = error
Error.prepareStackTrace = undefined
assert.equal(stack, 'formatted', 'a failed read counts: refuseStacks() must go')

'use strict'
// V8 throws the error of a stack overflow with room on the stack as well.
// Worked around in src/hooks/capture_on_hook.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const tries = [
  () => Math.max(...new Array(1e6).fill(0)),
  () => /(?:a|b)*c/.exec('ab'.repeat(5e6)),
  () => new Function('['.repeat(1e5)) // eslint-disable-line no-new-func
]
for (const attempt of tries) {
  assert.throws(attempt, /Maximum call stack/, 'it does not: that error always means that the stack is used up')
}

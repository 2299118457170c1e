'use strict'
// Messages of Node.js have underscores in large numbers.
// Worked around in packages/inspect/explain/rules/refused-argument.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

assert.throws(() => Buffer.alloc(4).writeInt32BE(1e10), error => {
  assert.match(Error.prototype.toString.call(error), /Received 10_000_000_000$/, 'numbersIn() need not remove them')
  return true
})

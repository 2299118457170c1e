'use strict'
// In a context of node:vm without a callback for it, import() is rejected with an error of the outer world.
// Worked around in packages/inspect/evaluate/code/code-text.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

process.exitCode = 1 // until it was seen
vm.runInNewContext("import('x')").catch((/** @type {unknown} */ error) => {
  assert.ok(error instanceof TypeError, 'the error is of the context: withoutImport() may go')
  process.exitCode = 0
})

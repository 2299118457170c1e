'use strict'
// With `displayErrors` node:vm writes the place of the throw to the stack of what a script throws.
// Worked around in packages/inspect/evaluate/child.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

/** @param {boolean} displayErrors */
function stackWith (displayErrors) {
  try {
    return vm.runInNewContext('throw new Error("no")', {}, { displayErrors })
  } catch (error) {
    return /** @type {Error} */ (error).stack?.split('\n', 1)[0]
  }
}
assert.equal(stackWith(false), 'Error: no')
assert.notEqual(stackWith(true), 'Error: no', 'the stack stays: child.js need not set displayErrors')

'use strict'
// The message of a call of what is no function has the path of the callee, and for another callee something else, such
// as `(intermediate value)`.
// Worked around in packages/inspect/explain/rules/not-a-function.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

/** @param {string} code */
function messageOf (code) {
  try {
    return vm.runInThisContext(`(a => ${code})`)({ b: {} })
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}

const found = ['a?.b . c()', 'a[0]()', '(1 + a)()', 'a.b()()'].map(messageOf)
const expected = ['a?.b.c is not a function']
assert.deepEqual(found.slice(0, 1), expected, 'a path is printed otherwise: namesTheSame() must know it')
assert.match(found[2], /intermediate value|\(1 \+ a\)/, 'other callees are paths, too: namesTheSame() is needless')

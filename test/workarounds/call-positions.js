'use strict'
// V8 gives a call the position of its callee's name, `new` that of the keyword, and a store to a property that of `=`.
// What `object.key += 1` and `object.key++` read has the position of the object, which for a call is that of its name.
// Worked around in packages/inspect/explain/calls.js and packages/inspect/explain/origins/failed-member.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

/** @param {string} code @returns {number} 0-based column at which the code throws */
function columnOf (code) {
  try {
    vm.runInThisContext(code, { filename: 'script.js' })
  } catch (error) {
    return Number(/script\.js:1:(\d+)/.exec(/** @type {Error} */ (error).stack ?? '')?.[1]) - 1
  }
  return -1
}

const found = ['JSON.x.no()', '  JSON .no ()', '  new Array(-1)', 'var n = null;  n.key  = 1'].map(columnOf)
const changes = [
  '[].at(9).key  += 1',
  '[].at(9).key  ++',
  '[][9].key  += 1',
  'JSON.a.key  ++',
  'var n;  n.key  += 1'
].map(columnOf)
assert.deepEqual(changes, [3, 3, 2, 5, 8], 'other positions: failedMember() must look for those')
assert.deepEqual(found, [7, 8, 2, 22], 'other positions: callAt() and failedMember() must look for those')

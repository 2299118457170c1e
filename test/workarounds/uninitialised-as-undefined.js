'use strict'
// V8's debugger shows a `const`, `let` or class that has no value yet as undefined.
// Worked around in packages/inspect/dumps/uninitialised.js and src/v8_internals/debug_interface.h.
// Node.js 20
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {any[]} */
const shown = []
inspectHere(({ callFrames }, post) => {
  const { objectId } = callFrames[0].scopeChain[0].object
  shown.push(...post('Runtime.getProperties', { objectId, ownProperties: true }).result)
})
function pause () {
  debugger // eslint-disable-line no-debugger
  const later = 1
  return later
}
pause()
const type = shown.find(({ name }) => name === 'later')?.value?.type
assert.equal(type, 'undefined', 'V8 says that it has no value: uninitialised.js is for dumps of older versions only')

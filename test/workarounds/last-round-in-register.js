'use strict'
// V8's debugger shows a variable that this round of a loop has not reached with its value of the round before.
// Worked around in packages/inspect/dumps/uninitialised.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {any[]} */
const shown = []
inspectHere(({ callFrames }, post) => {
  const { objectId } = callFrames[0].scopeChain[0].object
  shown.push(post('Runtime.getProperties', { objectId, ownProperties: true }).result)
})
let sum = 0
function pause () {
  for (const round of [1, 2]) {
    debugger // eslint-disable-line no-debugger
    const later = 10 * round
    sum += later
  }
}
pause()
const inSecond = shown[1]?.find((/** @type {{ name: string }} */ { name }) => name === 'later')
assert.equal(inSecond?.value?.value, 10, 'V8 says that it has no value: uninitialised.js need not look at loops')
assert.equal(sum, 30)

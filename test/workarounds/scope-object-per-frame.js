'use strict'
// The inspector makes an object of its own for a scope in each frame of a pause, also for one that frames share.
// Worked around in lib/fallback/call-frames.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {boolean[]} */
const same = []
const isClosure = (/** @type {{ type: string }} */ { type }) => type === 'closure'
inspectHere(({ callFrames }, post) => {
  const [inner, outer] = [0, 1].map(i => callFrames[i].scopeChain.find(isClosure).object)
  const functionDeclaration = 'function (other) { return this === other && this.shared === 1 }'
  for (const { objectId } of [inner, outer]) {
    const call = { objectId: inner.objectId, functionDeclaration, arguments: [{ objectId }] }
    same.push(post('Runtime.callFunctionOn', call).result.value)
  }
})
;(shared => {
  const inner = () => {
    debugger // eslint-disable-line no-debugger
    return shared
  }
  const outer = () => [inner(), shared]
  outer()
})(1)
assert.deepEqual(same, [true, false], 'frames share the object: writeScope() may tell scopes by it')

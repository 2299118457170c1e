'use strict'
// In a scope that the inspector hands out, asking for a variable that has no value yet throws.
// Worked around in lib/fallback/suspended/promises-at-hand.js.
// Node.js 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {string[]} */
const answers = []
const functionDeclaration = `function () {
  try { return typeof Object.getOwnPropertyDescriptor(this, 'later') } catch (error) { return error.name }
}`
inspectHere(({ callFrames }, post) => {
  const { objectId } = callFrames[0].scopeChain[0].object
  answers.push(post('Runtime.callFunctionOn', { objectId, functionDeclaration }).result.value)
})
function pause () {
  debugger // eslint-disable-line no-debugger
  const later = 1
  return later
}
pause()
assert.deepEqual(answers, ['ReferenceError'], 'there is an answer: variable() of promises-at-hand.js need not catch')

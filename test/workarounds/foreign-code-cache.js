'use strict'
// V8's debugger finds no scopes of a function whose script comes from a code cache of another text.
// Worked around in src/snapshot/function_texts.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')
const vm = require('node:vm')
const { inspectHere } = require('../helpers/inspect-here')

v8.setFlagsFromString('--no-lazy')
const text = '(function outer (pause) { const kept = 1; (() => pause(kept))() })'
const cachedData = new vm.Script(text).createCachedData()
const script = new vm.Script(' '.repeat(text.length), { cachedData })
assert.equal(script.cachedDataRejected, false)
/** @type {any[]} */
const frames = []
inspectHere(({ callFrames }) => frames.push(...callFrames))
script.runInThisContext()(() => {
  debugger // eslint-disable-line no-debugger
})
const { scopeChain } = frames.find(({ functionName }) => functionName === 'outer')
assert.equal(scopeChain.length, 0, 'V8 tells the scopes: kForeign of function_texts.h may go')

'use strict'
// V8 takes a code cache of another text of the same length, and its debugger finds no scopes of functions from there.
// Worked around in lib/addon/preload-bundle.js and src/snapshot/function_texts.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')
const vm = require('node:vm')
const { inspectHere } = require('../helpers/inspect-here')

v8.setFlagsFromString('--no-lazy')
const text = '(function outer (pause) { const kept = 1; (() => pause(kept))() })'
const cachedData = new vm.Script(text).createCachedData()
const script = new vm.Script(' '.repeat(text.length), { cachedData })
assert.ok(!script.cachedDataRejected, 'V8 refuses it: the digests of preload-bundle.js and kForeign may go')
/** @type {any[]} */
const frames = []
inspectHere(({ callFrames }) => frames.push(...callFrames))
script.runInThisContext()(() => {
  debugger // eslint-disable-line no-debugger
})
const { scopeChain } = frames.find(({ functionName }) => functionName === 'outer')
assert.equal(scopeChain.length, 0, 'V8 tells the scopes: kForeign of function_texts.h may go')

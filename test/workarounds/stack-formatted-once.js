'use strict'
// V8 formats the stack of an error when it is read first. The text stays, and the call sites are gone.
// Worked around in lib/capture/match/find-snapshots.js and lib/capture/values/read-error.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const read = new Error('read before')
const unread = new Error('not read before')
assert.equal(typeof read.stack, 'string')
Error.prepareStackTrace = () => 'formatted'
const texts = [unread.stack, read.stack]
Error.prepareStackTrace = undefined
assert.equal(texts[0], 'formatted')
assert.notEqual(texts[1], 'formatted', 'each read formats the stack: it may be read before the handlers have had it')

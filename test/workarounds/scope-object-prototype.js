'use strict'
// The objects that V8's debugger makes for scopes have no prototype. That of a `with` statement is the program's own.
// Worked around in src/walk/records/property_writer.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {Record<string, string>} */
const found = {}
const functionDeclaration = 'function () { return Object.getPrototypeOf(this) === null ? "null" : "Object" }'
inspectHere(({ callFrames }, post) => {
  for (const { type, object } of callFrames[0].scopeChain.slice(0, 2)) {
    found[type] = post('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration }).result.value
  }
})
const run = new Function('object', 'with (object) { debugger }') // eslint-disable-line no-new-func
run({})
assert.deepEqual(found, { with: 'Object', local: 'null' }, 'Variables() must tell the two apart by something else')

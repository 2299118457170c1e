'use strict'
// V8's debugger makes another object for a scope each time that it is asked for one.
// Worked around in src/snapshot/scope_writer.h and src/v8_internals/debug_interface.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const { post } = inspectHere()
/** @param {string} expression */
function scopeOf (expression) {
  const { objectId } = post('Runtime.evaluate', { expression }).result
  /** @param {string} id */
  const propertiesOf = id => post('Runtime.getProperties', { objectId: id, ownProperties: true })
  /** @type {{ name: string, value: { objectId: string } }[]} */
  const internal = propertiesOf(objectId).internalProperties
  const scopes = propertiesOf(internal.find(({ name }) => name === '[[Scopes]]')?.value.objectId ?? '')
  return { objectId: scopes.result[0].value.objectId }
}

post('Runtime.evaluate', { expression: 'globalThis.pair = (kept => [() => kept, () => kept])(1)' })
const [first, second] = [scopeOf('pair[0]'), scopeOf('pair[1]')]
const functionDeclaration = 'function (other) { return this.object === other.object }'
const { value } = post('Runtime.callFunctionOn', { ...first, arguments: [second], functionDeclaration }).result
assert.equal(value, false, 'one scope is one object: ScopeWriter may know scopes by their objects')

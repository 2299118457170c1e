'use strict'
// V8 has no scope for a function whose variables no inner function uses.
// Worked around in packages/inspect/source/scope-places.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const inspector = require('node:inspector')

function outer () {
  const used = 1
  return (function middle () {
    const unused = [2]
    return { inner: () => used, unused: unused.length }
  })()
}
Reflect.set(globalThis, 'inner', outer().inner)

/** @type {(string | undefined)[]} */
let scopes = []
const session = new inspector.Session()
session.connect()
session.post('Runtime.evaluate', { expression: 'inner' }, (_, { result: { objectId = '' } }) => {
  session.post('Runtime.getProperties', { objectId, ownProperties: true }, (_, { internalProperties = [] }) => {
    const list = internalProperties.find(({ name }) => name === '[[Scopes]]')?.value?.objectId ?? ''
    session.post('Runtime.getProperties', { objectId: list, ownProperties: true }, (_, { result }) => {
      scopes = result.map(({ value }) => value?.description)
    })
  })
})
assert.equal(scopes[0], 'Closure (outer)')
assert.ok(!scopes.includes('Closure (middle)'), 'each function has one: placesOf() can count them')

'use strict'
// Of a function that has returned, V8 keeps only the variables that its inner functions use.
// Worked around in packages/inspect/evaluate/code/dropped-variables.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const inspector = require('node:inspector')

function makeInner () {
  const used = 1
  const unused = [2]
  return { inner: () => used, unused: unused.length }
}
Reflect.set(globalThis, 'inner', makeInner().inner)

const session = new inspector.Session()
session.connect()
/** @type {string[]} */
let names = []
session.post('Runtime.evaluate', { expression: 'inner' }, (_, { result }) => {
  const read = { objectId: result.objectId ?? '', ownProperties: true }
  session.post('Runtime.getProperties', read, (_, { internalProperties = [] }) => {
    const scopes = internalProperties.find(({ name }) => name === '[[Scopes]]')?.value?.objectId ?? ''
    session.post('Runtime.getProperties', { objectId: scopes, ownProperties: true }, (_, { result: [closure] }) => {
      const objectId = closure.value?.objectId ?? ''
      session.post('Runtime.getProperties', { objectId, ownProperties: true }, (_, { result }) => {
        names = result.map(({ name }) => name)
      })
    })
  })
})
assert.deepEqual(names, ['used'], 'the others are kept, too: droppedVariables() need not look for them')

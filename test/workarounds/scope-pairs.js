'use strict'
// The inspector shows a scope that a function closes over as an object { description, object } of its own making.
// Worked around in lib/fallback/values/closure-scopes.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const { post } = inspectHere()
/** @param {string} objectId */
const propertiesOf = objectId => post('Runtime.getProperties', { objectId, ownProperties: true })
const { result } = post('Runtime.evaluate', { expression: '(kept => () => kept)(1)' })
/** @type {{ name: string, value: { objectId: string } }[]} */
const internal = propertiesOf(result.objectId).internalProperties
const scopes = propertiesOf(internal.find(({ name }) => name === '[[Scopes]]')?.value.objectId ?? '').result
const { objectId } = scopes[0].value
const functionDeclaration = 'function () { return Object.keys(this).join() }'
const { value } = post('Runtime.callFunctionOn', { objectId, functionDeclaration }).result
assert.equal(value, 'description,object', 'a scope is shown as it is: the reader need not take it out of a pair')

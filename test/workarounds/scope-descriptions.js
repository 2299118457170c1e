'use strict'
// The inspector tells the type of a scope that a function closes over in its description only: `Closure (outer)`.
// Worked around in lib/fallback/values/closure-scopes.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const { post } = inspectHere()
/** @param {string} objectId */
const propertiesOf = objectId => post('Runtime.getProperties', { objectId, ownProperties: true })
const expression = '(function outer (kept) { { let inner = 1; return () => kept + inner } })(1)'
const { result } = post('Runtime.evaluate', { expression })
/** @type {{ name: string, value: { objectId: string } }[]} */
const internal = propertiesOf(result.objectId).internalProperties
const scopes = propertiesOf(internal.find(({ name }) => name === '[[Scopes]]')?.value.objectId ?? '').result
const texts = [scopes[0], scopes[1]].map(({ value }) => value.description)
assert.deepEqual(texts, ['Block (outer)', 'Closure (outer)'], 'other descriptions: SCOPE_TYPES and scopeOf() are wrong')

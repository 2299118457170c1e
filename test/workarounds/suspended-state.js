'use strict'
// The inspector tells where a suspended function stands in internal properties, which are not documented.
// Worked around in lib/fallback/suspended/suspended-state.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const { post } = inspectHere()
const expression = '(function * () { yield 1 })()'
const { objectId } = post('Runtime.evaluate', { expression }).result
/** @type {{ name: string, value: { value?: unknown } }[]} */
const internal = post('Runtime.getProperties', { objectId, ownProperties: true }).internalProperties
const names = internal.map(({ name }) => name)
const read = ['GeneratorState', 'GeneratorFunction', 'GeneratorReceiver', 'GeneratorLocation', 'Scopes']
const missing = read.filter(name => !names.includes(`[[${name}]]`))
assert.deepEqual(missing, [], 'they are missing: suspendedState() must ask otherwise')
const state = internal.find(({ name }) => name === '[[GeneratorState]]')
assert.equal(state?.value.value, 'suspended', 'another word: suspendedState() must look for that')

'use strict'
// The inspector refuses to hand an object to a function of another context.
// Worked around in lib/fallback/values/live-values.js and src/hooks/throw_hooks.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {number[]} */
const ids = []
const { session, post } = inspectHere()
session.on('Runtime.executionContextCreated', ({ params }) => ids.push(params.context.id))
vm.createContext()
post('Runtime.enable')
const [here, there] = ids.map(contextId => post('Runtime.evaluate', { contextId, expression: '({})' }).result.objectId)
const { error } = post('Runtime.callFunctionOn', {
  objectId: here,
  functionDeclaration: 'function (other) {}',
  arguments: [{ objectId: there }]
})
assert.match(`${error?.message}`, /same JavaScript world/, 'it hands it over: ForeignStop and isSameWorld() may go')

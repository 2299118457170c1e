'use strict'
// An objectId begins with the ids of the isolate and of the context that the object is of.
// Worked around in lib/fallback/values/live-values.js.
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
const [first, second, other] = [ids[0], ids[0], ids[1]].map(contextId => {
  const { objectId } = post('Runtime.evaluate', { contextId, expression: '({})' }).result
  return /^(-?\d+\.\d+)\.\d+$/.exec(objectId)?.[1]
})
const isTold = first !== undefined && first === second && other !== undefined && first !== other
assert.ok(isTold, 'it does not: isSameWorld() must find out otherwise')

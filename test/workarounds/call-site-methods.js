'use strict'
// The methods of call sites cannot be replaced on their prototype. Node.js calls those that a call site has of its own.
// Worked around in packages/execution-path/loading/correct-stacks.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const { prepareStackTrace } = Error
/** @type {NodeJS.CallSite[]} */
let sites = []
Error.prepareStackTrace = (_, found) => {
  sites = found
  return ''
}
assert.equal(new Error('where').stack, '')
Error.prepareStackTrace = prepareStackTrace

const prototype = Object.getPrototypeOf(sites[0])
const { writable, configurable } = Object.getOwnPropertyDescriptor(prototype, 'getColumnNumber') ?? {}
assert.deepEqual([writable, configurable], [false, false], 'siteCorrector() can replace the methods of all call sites')
assert.equal(Reflect.defineProperty(sites[0], 'toString', { value: () => 'own' }), true)
assert.equal(`${sites[0]}`, 'own')

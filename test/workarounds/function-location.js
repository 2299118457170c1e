'use strict'
// The inspector says where the parameters of a function are, and not where its text begins.
// Worked around in packages/inspect/evaluate/known-functions.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const { post } = inspectHere()
const expression = '(class { static async * method (parameter) {} }).method'
const { objectId } = post('Runtime.evaluate', { expression }).result
/** @type {{ name: string, value: { value: { columnNumber: number } } }[]} */
const internal = post('Runtime.getProperties', { objectId }).internalProperties
const column = internal.find(({ name }) => name === '[[FunctionLocation]]')?.value.value.columnNumber
assert.equal(column, expression.indexOf('(parameter'), 'it is the begin of the text: no search backwards is needed')

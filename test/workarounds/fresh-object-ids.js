'use strict'
// The inspector gives an object another objectId in each answer.
// Worked around in lib/fallback/values/live-values.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

const { post } = inspectHere()
const idOf = () => post('Runtime.evaluate', { expression: 'process' }).result.objectId
assert.notEqual(idOf(), idOf(), 'an objectId tells objects apart: live-values.js need not fetch the objects')

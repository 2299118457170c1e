'use strict'
// To describe an error the inspector reads its `name` and `message`, accessors included.
// Worked around in lib/fallback/values/askable.js.
// Node.js 24
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {string[]} */
const read = []
const error = Object.defineProperties(new Error('no'), {
  name: { get: () => `${read.push('name')}` },
  message: { get: () => `${read.push('message')}` }
})
assert.equal(typeof error.stack, 'string')
read.length = 0
Reflect.set(globalThis, 'error', error)
inspectHere().post('Runtime.evaluate', { expression: 'error' })
assert.deepEqual(read, ['name', 'message'], 'the inspector reads neither: isShowable() need not look at these')

'use strict'
// To tell whether an object is like an array, the inspector reads its `splice` and `length`, accessors included.
// Worked around in lib/fallback/values/askable.js.
// Node.js 20
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

/** @type {string[]} */
const read = []
const object = {
  get splice () {
    read.push('splice')
    return () => {}
  },
  get length () {
    return read.push('length')
  }
}
Reflect.set(globalThis, 'object', object)
inspectHere().post('Runtime.evaluate', { expression: 'object' })
assert.deepEqual(read, ['splice', 'length'], 'the inspector reads neither: isShowable() need not look at these')

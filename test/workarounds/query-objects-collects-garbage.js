'use strict'
// V8's own search for objects collects garbage first.
// Worked around in src/bindings/async_tasks_binding.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { inspectHere } = require('../helpers/inspect-here')

process.exitCode = 1 // until it was seen
const { post } = inspectHere()
const { objectId } = post('Runtime.evaluate', { expression: '(function * () {}).prototype' }).result
const ref = new WeakRef({})
setImmediate(() => {
  post('Runtime.queryObjects', { prototypeObjectId: objectId })
  setImmediate(() => {
    assert.equal(ref.deref(), undefined, 'garbage stays: what generatorObjects() finds may be garbage')
    process.exitCode = 0
  })
})

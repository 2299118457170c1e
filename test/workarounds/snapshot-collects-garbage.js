'use strict'
// V8 collects garbage before it takes a heap snapshot.
// Worked around in src/walk/objects/pins.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')

process.exitCode = 1 // until it was seen
const ref = new WeakRef({})
setImmediate(() => {
  v8.getHeapSnapshot().destroy()
  setImmediate(() => {
    assert.equal(ref.deref(), undefined, 'garbage is in the snapshot: pins.h may go')
    process.exitCode = 0
  })
})

'use strict'
// A request to the file system keeps the process alive, and has no unref().
// Worked around in lib/dump/prune.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const fs = require('node:fs')

process.exitCode = 1 // until it was seen
fs.stat(__filename, () => {
  process.exitCode = 0
})
const [request] = Reflect.get(process, '_getActiveRequests').call(process)
assert.equal(request?.unref, undefined, 'it has one: pruneInBackground() need not wait for timers')

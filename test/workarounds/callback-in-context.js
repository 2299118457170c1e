'use strict'
// The request of readFile() has the callback of the application in an object of its own, `context`.
// Worked around in lib/capture/async-tasks/operations.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const fs = require('node:fs')

process.exitCode = 1 // until it was seen
const callback = () => {}
fs.readFile(fs.openSync(__filename, 'r'), callback)
process.nextTick(() => {
  const [request] = Reflect.get(process, '_getActiveRequests').call(process)
  assert.equal(request?.context?.callback, callback, 'it is not there: findCauses() must look elsewhere for it')
  process.exitCode = 0
})

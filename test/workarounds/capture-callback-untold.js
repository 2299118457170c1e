'use strict'
// Node.js does not tell of a callback of process.addUncaughtExceptionCaptureCallback(), which handles exceptions.
// Worked around in lib/triggers/reported-exception.js.
// Node.js 26
const assert = require('node:assert')

const add = Reflect.get(process, 'addUncaughtExceptionCaptureCallback')
add?.(() => true)
const isTold = process.hasUncaughtExceptionCaptureCallback()
assert.ok(add !== undefined && !isTold, 'there is none, or it is told: takeBack() is for listeners only')

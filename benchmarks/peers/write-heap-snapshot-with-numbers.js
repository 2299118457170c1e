'use strict'
// Does the same as write-heap-snapshot.js, with the values of numbers, which the collector's snapshot-with-numbers has.

const v8 = require('node:v8')

process.on('uncaughtExceptionMonitor', () => {
  v8.writeHeapSnapshot(undefined, { exposeInternals: false, exposeNumericValues: true })
})

'use strict'
// As write-heap-snapshot.js, with the values of numbers, as the collector's snapshot-with-numbers has them.

const v8 = require('node:v8')

process.on('uncaughtExceptionMonitor', () => {
  v8.writeHeapSnapshot(undefined, { exposeInternals: false, exposeNumericValues: true })
})

'use strict'
// Calls Node.js's own function for a heap snapshot at each crash.

const v8 = require('node:v8')

process.on('uncaughtExceptionMonitor', () => {
  v8.writeHeapSnapshot()
})

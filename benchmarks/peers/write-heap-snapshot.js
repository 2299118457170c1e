'use strict'
// What Node.js has for a heap snapshot at a crash, put where it is called for each crash.

const v8 = require('node:v8')

process.on('uncaughtExceptionMonitor', () => {
  v8.writeHeapSnapshot()
})

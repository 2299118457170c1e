'use strict'
// As write-heap-snapshot.js, with the values of numbers, which the collector's snapshot has, too.

const v8 = require('node:v8')

process.on('uncaughtExceptionMonitor', () => { v8.writeHeapSnapshot(undefined, { exposeInternals: false, exposeNumericValues: true }) })

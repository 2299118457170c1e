'use strict'
// `process._exiting`, which is not documented, is true from the first listener on 'exit' on.
// Worked around in src/report/end_watch.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const isExiting = () => Reflect.get(process, '_exiting') === true
const before = isExiting()
process.on('exit', () => {
  assert.deepEqual([before, isExiting()], [false, true], 'it is not: EndWatch must learn of the end elsewhere')
})

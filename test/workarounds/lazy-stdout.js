'use strict'
// Node.js makes a standard stream when `process.stdout` is read first.
// Worked around in lib/capture/process-state/output.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

const { get } = Object.getOwnPropertyDescriptor(process, 'stdout') ?? {}
assert.equal(typeof get, 'function', 'the streams are there from the start: output.js may take them at once')

'use strict'
// process.exitCode may be a text.
// Worked around in lib/triggers/reported-exception.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')

process.exitCode = '0'
const { exitCode } = process
process.exitCode = 0
assert.equal(exitCode, '0', 'it is always a number: onExit() need not convert it')

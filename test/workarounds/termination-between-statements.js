'use strict'
// When the timeout of node:vm is over, V8 goes on to the next start of a function or turn of a loop.
// Worked around in lib/safe/cleanup.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

/** @type {string[]} */
const ran = []
const array = new Array(1e7).fill(0)
const busy = 'array.fill(1); '.repeat(20) // in C++, for longer than the timeout
const text = `'use strict'; ${busy} ran[0] = 'statement'; (() => { ran[1] = 'function' })()`
assert.throws(() => vm.runInNewContext(text, { ran, array }, { timeout: 5 }), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' })
assert.deepEqual(ran, ['statement'], 'V8 ends a program anywhere: the assignments of withCleanup() may be torn apart')

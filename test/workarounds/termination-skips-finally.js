'use strict'
// When the timeout of node:vm ends a program, no `catch` and no `finally` of the program runs.
// Worked around in lib/safe/cleanup.js and src/bindings/cleanup_binding.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

/** @type {string[]} */
const ran = []
const text = "try { for (;;); } catch { ran.push('catch') } finally { ran.push('finally') }"
assert.throws(() => vm.runInNewContext(text, { ran }, { timeout: 5 }), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' })
assert.deepEqual(ran, [], '`finally` runs: callWithCleanup() may go')

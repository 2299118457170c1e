'use strict'
// V8 refuses a code cache that was made under other flags, even if they do not change the code.
// Worked around in lib/addon/v8-flags.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const vm = require('node:vm')

const TEXT = 'function add (a, b) { return a + b }'
const CHILD = `
const cachedData = require('node:fs').readFileSync(0)
if (process.argv[1] !== undefined) require('node:v8').setFlagsFromString(process.argv[1])
console.log(new (require('node:vm').Script)('${TEXT}', { cachedData }).cachedDataRejected)`

const input = new vm.Script(TEXT).createCachedData()
/** @param {string[]} flags */
const isRefused = flags => spawnSync(process.execPath, ['-e', CHILD, ...flags], { input, encoding: 'utf8' }).stdout

assert.equal(isRefused([]), 'false\n')
assert.equal(isRefused(['--stack-trace-limit=11']), 'true\n', 'V8 takes it: the third flag of v8-flags.js may go')

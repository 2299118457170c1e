'use strict'
// V8 reads --abort-on-uncaught-exception at the first throw of the process. A later change has no effect.
// Worked around in lib/triggers/throw-hooks.js and src/hooks/throw_hooks.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const SET = "require('node:v8').setFlagsFromString('--abort-on-uncaught-exception');"
const THROW = 'try { null.x } catch {};'
const TELL = `
const { native } = require('${require.resolve('../../lib/addon/native')}').loadNative()
native.installThrowHooks(() => false, { hookUncaught: true }, null, () => [])
console.log(native.hookCounters().uncaughtHookWorks)`

/** @param {string} text */
const works = text => spawnSync(process.execPath, ['-e', text + TELL], { encoding: 'utf8' }).stdout.trim()

assert.equal(works(SET + THROW), 'true')
assert.equal(works(THROW + SET), 'false', 'the flag may be set at any time: askBeforeUncaught() need not come first')

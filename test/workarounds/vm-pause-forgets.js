'use strict'
// After a pause at what a script of node:vm throws, the exception is not reported. The process goes on, or aborts with
// a corrupted stack of async hooks.
// Worked around in lib/fallback/exception-pause.js.
// Node.js 20, 22
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const text = `
const { Session } = require('node:inspector')
const session = new Session()
session.connect()
session.on('Debugger.paused', () => {})
session.post('Debugger.enable')
session.post('Debugger.setPauseOnExceptions', { state: 'all' })
setTimeout(() => require('node:vm').runInThisContext('throw new Error("mine")'))`
const { stderr } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' })
assert.match(stderr, /async hook stack has become corrupted/, 'the exception is reported: stepAway() may go')

'use strict'
// A module of Node.js that is loaded late fails where Object.prototype has a read-only `value`.
// Worked around in lib/addon/thread.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const text = "Object.defineProperty(Object.prototype, 'value', { value: 1 }); require('node:worker_threads')"
const { stderr } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' })
assert.match(stderr, /TypeError/, 'it loads: threadId() may ask node:worker_threads')

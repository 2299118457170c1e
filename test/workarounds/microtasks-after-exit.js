'use strict'
// Node.js runs microtasks after the last listener on 'exit', and calls nobody else at a natural end.
// Worked around in src/report/end_watch.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const text = `
process.on('exit', () => queueMicrotask(() => process._rawDebug('microtask')))
process.on('exit', () => process._rawDebug('listener'))`
const { stderr } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' })
assert.deepEqual(stderr.split(/\s+/), ['listener', 'microtask', ''], 'none runs: EndWatch cannot see a natural end')

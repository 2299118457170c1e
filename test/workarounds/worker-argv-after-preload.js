'use strict'
// A worker has the name of its file in process.argv only after its preloads have run.
// Worked around in lib/addon/thread.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')

fs.writeFileSync('preload.js', 'process._rawDebug(process.argv.length)')
fs.writeFileSync('main.js', "new (require('node:worker_threads').Worker)('./empty.js')")
fs.writeFileSync('empty.js', '')
const { stderr } = spawnSync(process.execPath, ['--require', './preload.js', './main.js'], { encoding: 'utf8' })
assert.equal(stderr, '2\n1\n', 'it has it before: listThread() need not wait until the preload has ended')

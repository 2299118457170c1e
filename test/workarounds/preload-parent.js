'use strict'
// The parent of a module that --require loads is a module with the id 'internal/preload'.
// Worked around in lib/preload.js and lib/start.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')

fs.writeFileSync('preload.js', 'process._rawDebug(module.parent?.id)')
const { stderr } = spawnSync(process.execPath, ['--require', './preload.js', '-e', ''], { encoding: 'utf8' })
assert.equal(stderr, 'internal/preload\n', 'it has another id: index.js and start.js must tell a preload otherwise')

'use strict'
// What -e, -p and the standard input hold is run by 'node:internal/vm'.
// Worked around in lib/fallback/exception-pause.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const { stderr } = spawnSync(process.execPath, ['-e', 'throw new Error("no")'], { encoding: 'utf8' })
assert.match(stderr, /\(node:internal\/vm:/, 'another module does: runsInVm() must look for that')

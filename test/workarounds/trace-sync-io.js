'use strict'
// With --trace-sync-io Node.js warns of synchronous operations of preloaded code, too, by the C library's `stderr`.
// Worked around in src/report/quiet_sync_trace.h.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const program = "setTimeout(() => require('node:fs').statSync('.'), 1)"
const { stderr } = spawnSync(process.execPath, ['--trace-sync-io', '--eval', program], { encoding: 'utf8' })
assert.match(stderr, /WARNING: Detected use of sync API/, 'there is no warning: nothing need be kept quiet')

'use strict'
// With --permission fsyncSync() is refused, also for a file that may be written.
// Worked around in packages/shared/dump/writer.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const isOld = !process.allowedNodeEnvironmentFlags.has('--permission')
const flags = [isOld ? '--experimental-permission' : '--permission', '--allow-fs-read=*', '--allow-fs-write=*']
const text = "require('node:fs').fsyncSync(require('node:fs').openSync(require('node:os').devNull, 'w'))"
const { stderr } = spawnSync(process.execPath, [...flags, '-e', text], { encoding: 'utf8' })
assert.match(stderr, /ERR_ACCESS_DENIED/, 'it is allowed: finish() need not catch')

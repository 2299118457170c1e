'use strict'
// mkdirSync() with `recursive` does not return where the system says ENOENT of a directory whose parent is there.
// Worked around in packages/shared/dump/store.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const text = "require('node:fs').mkdirSync('/proc/no-such/directory', { recursive: true })"
const { signal } = spawnSync(process.execPath, ['-e', text], { timeout: 2000, killSignal: 'SIGKILL' })
assert.equal(signal, 'SIGKILL', 'it ends with an error: makeWithParents() may be mkdirSync() with `recursive`')

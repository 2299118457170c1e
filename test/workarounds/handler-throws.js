'use strict'
// When a listener on 'uncaughtException' throws, the process ends with 7, and no listener on 'exit' is called.
// Worked around in src/report/fatal_exception.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')

const text = `
process.on('exit', () => console.log('exit'))
process.on('uncaughtException', () => { throw new Error('again') })
throw new Error('no')`
const { status, stdout } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' })
assert.deepEqual([status, stdout], [7, ''], 'an end is told: std::atexit() of fatal_exception.cc may go')

'use strict'
// Starts a process whose program dies.

const { spawnSync } = require('node:child_process')
const path = require('node:path')

spawnSync(process.execPath, [path.join(__dirname, 'server.js')], { stdio: 'inherit' })

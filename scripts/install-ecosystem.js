'use strict'
// npm run ecosystem:install: installs the frameworks, test runners and libraries of others with which tests run the
// collector (test/helpers/ecosystem.js). Programs in test/fixtures find them through a link.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { PACKAGE } = require('./build/node-gyp')

const ECOSYSTEM = path.join(PACKAGE, 'test', 'ecosystem')
const LINK = path.join(PACKAGE, 'test', 'fixtures', 'node_modules')

const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
  cwd: ECOSYSTEM,
  stdio: 'inherit',
  shell: process.platform === 'win32'
})
process.exitCode = status ?? 1
if (status === 0) {
  fs.rmSync(LINK, { recursive: true, force: true })
  fs.symlinkSync(path.join(ECOSYSTEM, 'node_modules'), LINK, 'junction')
}

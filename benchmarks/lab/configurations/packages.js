'use strict'
// Installs the packages of benchmarks/package.json when a suite needs them.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const DIRECTORY = path.join(__dirname, '..', '..')

/**
 * @throws if npm fails
 */
function installPackages () {
  if (fs.existsSync(path.join(DIRECTORY, 'node_modules'))) return
  console.error('installing the packages of benchmarks/package.json')
  // None of the packages needs its install script here.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: DIRECTORY,
    stdio: ['ignore', 2, 2]
  })
  if (status !== 0) throw new Error(`npm ci failed in ${DIRECTORY}`)
}

module.exports = { installPackages }

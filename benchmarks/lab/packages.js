'use strict'
// The packages of benchmarks/package.json, installed when a suite needs them.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const DIRECTORY = path.join(__dirname, '..')

/**
 * @throws when npm fails
 */
function installPackages () {
  if (fs.existsSync(path.join(DIRECTORY, 'node_modules'))) return
  console.error('installing the packages of benchmarks/package.json')
  // Without scripts: none of them needs one here.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: DIRECTORY,
    stdio: ['ignore', 2, 2]
  })
  if (status !== 0) throw new Error(`npm ci failed in ${DIRECTORY}`)
}

module.exports = { installPackages }

'use strict'
// The prepack script of the checkout. `npm pack` and `npm publish` here would make a package that has no addons and
// names no package with addons, so they are refused; npm run release packs both. npm also runs this script to install
// from a git repository; then it makes what a checkout lacks, and the install script compiles the addon.

const { execFileSync } = require('node:child_process')

const { makeBundle } = require('../build/bundle')
const { makePage } = require('../build/bundle-page')
const { PACKAGE } = require('../build/node-gyp')

if (process.env.npm_command === 'pack' || process.env.npm_command === 'publish') {
  console.error(
    `npm ${process.env.npm_command} makes a package without its binaries here, so it is refused. ` +
      'To pack with them: npm run build:platform -- linux-x64-gnu && npm run release -- --dry-run'
  )
  process.exitCode = 1
} else {
  execFileSync('npm', ['run', '--silent', 'types'], { cwd: PACKAGE, stdio: 'inherit' })
  makePage()
  makeBundle().catch(error => {
    console.error(error)
    process.exitCode = 1
  })
}

'use strict'

const { execFileSync } = require('node:child_process')

const OPTIONS = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock']
const INSTALL_MS = 120_000

/**
 * Installs what a program of a corpus needs. No script of a package is run: nobody has read them.
 * @param {string} folder that has the program's package.json
 * @param {string[]} [more] options of `npm install`
 * @throws {Error} if npm fails, or takes longer than two minutes
 */
function installPackages (folder, more = []) {
  execFileSync('npm', ['install', ...OPTIONS, ...more], { cwd: folder, stdio: 'ignore', timeout: INSTALL_MS })
}

module.exports = { installPackages }

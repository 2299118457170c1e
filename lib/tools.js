'use strict'
// Loads the package with the tools, which an image for production does without.

const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

/**
 * @param {string} name of the package, or of a module in it
 * @returns {any} its exports
 * @throws {Error} PACKAGE_MISSING: in one line, what to install
 */
function requireTools (name) {
  try {
    return require(name)
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    const missing = name.split('/', 1)[0]
    // A module that is missing inside of the package is another matter.
    if (code !== 'MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error
    const text = `this needs the package ${missing} (npm install --save-dev ${missing})`
    throw Object.assign(new Error(text), { code: 'PACKAGE_MISSING' })
  }
}

/**
 * Loads the command line for `show`, the command that people wait for most, from one script with V8's code cache. To
 * open and compile its more than 200 files took a quarter of its time.
 *
 * @returns {typeof import('crash-collector-inspect/cli/command-line') | null} null when there is no script that fits
 */
function loadShow () {
  try {
    const folder = path.dirname(require.resolve('crash-collector-inspect/package.json'))
    const { bundlePath, compile, isStale, readCache, readText } = require('./addon/preload-bundle')
    if (!fs.existsSync(bundlePath('show', folder))) return null
    const text = readText('show', folder)
    const isInstalled = folder.split(path.sep).includes('node_modules')
    if (!isInstalled && isStale(text, path.join(folder, '..', '..'))) return null
    const load = compile(text, readCache('show', text, folder)).runInThisContext()
    return load(createRequire(bundlePath('show', folder)), folder)
  } catch {
    return null // a broken script counts as a missing one
  }
}

module.exports = { loadShow, requireTools }

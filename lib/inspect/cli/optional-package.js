'use strict'
// Loads a package that only some users need, so that nobody who preloads the collector has to install it.

const { createRequire } = require('node:module')
const path = require('node:path')
const { PACKAGE } = require('../../addon/own-package')
const { CrashCollectorError } = require('../../errors')

/**
 * @param {string} name
 * @param {{ isForProduction?: boolean }} [use]
 * @returns {any} its exports: that of this directory's application, or the one beside this package
 * @throws {CrashCollectorError} PACKAGE_MISSING
 */
function optionalPackage (name, { isForProduction = false } = {}) {
  for (const from of [process.cwd(), PACKAGE]) {
    const { resolve } = createRequire(path.join(from, 'package.json'))
    let file
    try {
      file = resolve(name)
    } catch {
      continue // not installed there
    }
    return require(file)
  }
  throw new CrashCollectorError('PACKAGE_MISSING', `this takes the package ${name}`, {
    hint: `npm install ${isForProduction ? '' : '--save-dev '}${name}`
  })
}

module.exports = { optionalPackage }

'use strict'
// Loads a package that only some users need, so that nobody who reads dumps has to install it.

const { createRequire } = require('node:module')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')

/**
 * @param {string} name
 * @param {string} [module] path inside of the package; its main module by default
 * @returns {any} its exports: of the package that this directory's application has, or of the one beside this package;
 *   null if there is none
 */
function optionalPackage (name, module) {
  for (const from of [path.join(process.cwd(), 'package.json'), __filename]) {
    const { resolve } = createRequire(from)
    let file
    try {
      file = resolve(module === undefined ? name : `${name}/${module}`)
    } catch {
      continue // not installed there
    }
    return require(file)
  }
  return null
}

/**
 * @param {string} name
 * @param {{ isForProduction?: boolean }} [use]
 * @returns {any} the exports of the package
 * @throws {CrashCollectorError} PACKAGE_MISSING
 */
function requireOptional (name, { isForProduction = false } = {}) {
  const found = optionalPackage(name)
  if (found !== null) return found
  throw new CrashCollectorError('PACKAGE_MISSING', `this needs the package ${name}`, {
    hint: `npm install ${isForProduction ? '' : '--save-dev '}${name}`
  })
}

module.exports = { optionalPackage, requireOptional }

'use strict'

const fs = require('node:fs')

/**
 * @typedef {object} Manifest
 * @property {string} [main]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/** @returns {Manifest | null} the package.json of this directory; null if there is none that can be read */
function readManifest () {
  try {
    return JSON.parse(fs.readFileSync('package.json', 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} file */
function isFile (file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

module.exports = { isFile, readManifest }

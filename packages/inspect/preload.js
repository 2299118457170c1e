'use strict'
// Finds the preload that these tools belong to. Most commands do without it: a dump is read on other machines than the
// one on which the process died.

const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')

/** The package with tools, and the one without, for production. */
const NAMES = ['crash-collector', 'crash-collector-preload']

/** @type {string | null} */
let told = null

/** @param {string} folder of the preload that brings these tools: its command calls this */
function connectPreload (folder) {
  told = folder
}

/**
 * @returns {typeof import('../../lib/for-tools')}
 * @throws {CrashCollectorError} PACKAGE_MISSING
 */
function preload () {
  const folder = [told, path.join(__dirname, '..', '..'), installed()].find(isPreload)
  if (folder == null) {
    throw new CrashCollectorError('PACKAGE_MISSING', 'this needs the package crash-collector', {
      hint: 'npm install crash-collector'
    })
  }
  return require(doorOf(folder))
}

/** @param {string | null} folder in a checkout, it is the one around the packages */
function isPreload (folder) {
  return folder !== null && fs.existsSync(doorOf(folder))
}

/** @param {string} folder */
function doorOf (folder) {
  return path.join(folder, 'lib', 'for-tools.js')
}

/** @returns {string | null} */
function installed () {
  for (const from of [__filename, path.join(process.cwd(), 'package.json')]) {
    for (const name of NAMES) {
      try {
        return path.dirname(createRequire(from).resolve(`${name}/package.json`))
      } catch {} // it is not installed there
    }
  }
  return null
}

module.exports = { connectPreload, preload }

'use strict'
// What the tests of the package ask of its files.

const fs = require('node:fs')
const path = require('node:path')

const PACKAGE = path.join(__dirname, '..', '..')

/** Started as processes of their own, like what is in bin/, and so not required by anything. */
const PROGRAMS = ['lib/inspect/evaluator/child.js']

/**
 * @param {string} folder relative to the package
 * @returns {string[]} its JavaScript files but the programs, relative to the package
 */
function scriptsIn (folder) {
  return fs.readdirSync(path.join(PACKAGE, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.js')).map(name => path.join(folder, name)).filter(file => !PROGRAMS.includes(file)).sort()
}

module.exports = { PACKAGE, scriptsIn }

'use strict'
// Where this package lies, and what Node.js's modules are made of. In the bundle neither is known to a module, so
// scripts/bundle.js puts these two in the place of what is here.

const path = require('node:path')

/** The directory of the package. */
const PACKAGE = path.dirname(path.dirname(__dirname))

/** The prototype of each `module`. */
const MODULE_PROTOTYPE = Object.getPrototypeOf(module)

module.exports = { MODULE_PROTOTYPE, PACKAGE }

'use strict'
// Knows the directory of this package and the prototype of Node.js's modules. The bundle has no `module` and no
// directory of its own, so scripts/build/bundle.js replaces this file by one that gets both from index.js.

const path = require('node:path')

/** The directory of the package. */
const PACKAGE = path.dirname(path.dirname(__dirname))

/** The prototype of each `module`. */
const MODULE_PROTOTYPE = Object.getPrototypeOf(module)

module.exports = { MODULE_PROTOTYPE, PACKAGE }

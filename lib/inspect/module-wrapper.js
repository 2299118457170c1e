'use strict'

/** The parameters of the function that Node.js wraps around a CommonJS module. */
const MODULE_WRAPPER = new Set(['exports', 'require', 'module', '__filename', '__dirname'])

module.exports = { MODULE_WRAPPER }

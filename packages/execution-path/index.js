'use strict'
// The door of the package: lib/execution-path-door.js opens it if the setting `executionPath` asks for it.

const preload = require('./preload')

/**
 * @param {import('./preload').Preload} parts of the preload
 * @returns {typeof import('./start')}
 */
function connect (parts) {
  Object.assign(preload, parts)
  // Required only now, because its files take the functions of the preload when they are loaded.
  return require('./start')
}

module.exports = { connect }

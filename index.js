'use strict'
// The preload (`node --require crash-collector`) and the API. Starts the collector of this thread once.

const { loadBundle } = require('./lib/bundle')

const { start } = loadBundle() ?? require('./lib/start')

module.exports = start(/** @type {NodeJS.Module} */ (/** @type {unknown} */ (module)))

'use strict'
// The preload (`node --require crash-collector`) and the API. Starts the collector of this thread once.

const { loadBundle } = require('./lib/bundle')

module.exports = startOrIdle()

function startOrIdle () {
  try {
    const { start } = loadBundle() ?? require('./lib/start')
    return start(/** @type {NodeJS.Module} */ (/** @type {unknown} */ (module)))
  } catch (error) {
    return require('./lib/idle-collector').idleCollector(error)
  }
}

'use strict'
// The preload (`node --require crash-collector`) and the API. Starts the collector of this thread once.

module.exports = startOrIdle()

function startOrIdle () {
  try {
    return require('./lib/preload').startFrom(/** @type {any} */ (module))
  } catch (error) {
    return require('./lib/idle-collector').idleCollector(error)
  }
}

'use strict'
// Starts the collector of this thread, once, and exports its API: for `node --require crash-collector` and for
// `require('crash-collector')`.

module.exports = startOrIdle()

function startOrIdle () {
  try {
    return require('./lib/preload').startFrom(/** @type {any} */ (module))
  } catch (error) {
    return require('./lib/idle-collector').createIdleCollector(error)
  }
}

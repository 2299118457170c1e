'use strict'
// Starts the collector of this thread, once, and exports its API: for `node --require crash-collector` and for
// `require('crash-collector')`.

const { annotate, capture, configure, executionPath, requestFailed, watchTests } = startOrIdle()
// `import { capture }` finds the names in this line.
module.exports = { annotate, capture, configure, executionPath, requestFailed, watchTests }

function startOrIdle () {
  try {
    return require('./lib/preload').startFrom(/** @type {any} */ (module))
  } catch (error) {
    return require('./lib/idle-collector').createIdleCollector(error)
  }
}

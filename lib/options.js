'use strict'
// Exports what only settings need that are off by default. In the preload's bundle this module and
// those that it requires are a script of their own, which runs at the start if one of these settings is on. While they
// are loaded, modules that may be asked for later, by configure(), must take nothing from Node.js or from the global
// object.

const { announce, watchOnDump } = require('./capture/file/on-dump')
const { forgetSignals, watchSignals } = require('./triggers/fatal-signals')
const { watchRequests } = require('./triggers/handled-500')

module.exports = {
  announce,
  forgetSignals,
  /** @type {typeof import('./statistics').appendAtExit} */
  appendAtExit: (file, counters) => require('./statistics').appendAtExit(file, counters),
  keepAges: () => require('./capture/process-state/timings').keepAges(),
  keepOutput: () => require('./capture/process-state/output').keepOutput(),
  watchLoopDelay: () => require('./capture/process-state/timings').watchLoopDelay(),
  watchOnDump,
  watchRequests,
  watchSignals
}

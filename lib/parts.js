'use strict'
// Gives the other modules what a start does not need, or only some starts do. In the bundle each of these is a part of
// its own: scripts/build/bundle.js replaces this file by one that runs a part when it is asked for first. All but the
// report are asked for at the start, because later the application may have replaced `require`.

const report = require('./report')

module.exports = {
  loadReport: () => report,
  /** Captures by a pause of V8's debugger: mode `always`, and builds whose stack the addon cannot read. */
  loadFallback: () => require('./fallback'),
  /** What settings need that are off by default. */
  loadOptions: () => require('./options'),
  /** What starts the package for execution paths. */
  loadPathsDoor: () => require('./execution-path-door'),
  /** The trial of a build of Node.js that is not among the published ones. */
  loadTrial: () => require('./addon/build-trial/try-build')
}

'use strict'
// Gives the other modules what only some starts need: parts of their own in the bundle, which has another text of this
// file. fallback: captures by a pause of V8's debugger; options: settings that are off by default; door: what starts
// the package for execution paths; trial: of builds of Node.js that are not published ones; withoutAddon: where there
// is no addon. The start takes our modules out of the cache of `require`, so they are kept: a second copy would have
// other classes.
/**
 * @typedef {typeof import('./fallback')} Fallback
 * @type {{ report: typeof import('./report'), fallback?: Fallback, options?: typeof import('./options'),
 *   door?: typeof import('./execution-path-door'), trial?: typeof import('./addon/build-trial/try-build'),
 *   withoutAddon?: typeof import('./without-addon') }}
 */
const loaded = { report: require('./report') }
module.exports = {
  loadReport: () => loaded.report,
  loadFallback: () => (loaded.fallback ??= require('./fallback')),
  loadOptions: () => (loaded.options ??= require('./options')),
  loadPathsDoor: () => (loaded.door ??= require('./execution-path-door')),
  loadTrial: () => (loaded.trial ??= require('./addon/build-trial/try-build')),
  loadWithoutAddon: () => (loaded.withoutAddon ??= require('./without-addon'))
}

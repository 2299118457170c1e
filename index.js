'use strict'
// The preload (`node --require crash-collector`) and the API. Starts the collector of this thread once.

const fs = require('node:fs')

// No path.join() from here on, because of what lib/addon/own-files.js says of it.
/* eslint-disable n/no-path-concat */

const entry = /** @type {NodeJS.Module} */ (/** @type {unknown} */ (module))

module.exports = startOrIdle()

function startOrIdle () {
  try {
    const addon = addonOfPreload()
    const bundle = addon === null ? null : runBundle(addon)
    /** @type {typeof import('./lib/start') | null} */
    const loaded = bundle ?? require('./lib/addon/preload-bundle').loadBundle(entry)
    return (loaded ?? require('./lib/start')).start(entry, addon)
  } catch (error) {
    return require('./lib/idle-collector').idleCollector(error)
  }
}

/**
 * The way of every process that has the preload: loads no further file by `require`, and of Node.js no module that
 * isn't there already. Any other is for lib/addon/preload-bundle.js: a second preload, an application that asks for the
 * API, a checkout whose files may have changed.
 *
 * @returns {import('./lib/addon/native-types').Native | null}
 */
function addonOfPreload () {
  if (entry.parent?.id !== 'internal/preload') return null
  if (/** @type {any} */ (process)._fatalException?.name === 'crashCollectorFatalException') return null
  if (process.env.CRASH_COLLECTOR_ADDON === 'none' || fs.existsSync(`${__dirname}/.git`)) return null
  const { arch, platform, versions } = process
  const file = `${__dirname}/prebuilds/${platform}-${arch}/node-v${versions.modules}.node`
  if (!fs.existsSync(file)) return null
  const holder = { exports: /** @type {any} */ ({}) }
  try {
    process.dlopen(holder, file)
    return holder.exports
  } catch {
    return null // of another C library: lib/addon/native.js looks for one that was compiled here
  }
}

/**
 * @param {import('./lib/addon/native-types').Native} addon
 * @returns {typeof import('./lib/start') | null} null when there is no bundle, or none that works
 */
function runBundle (addon) {
  // The same files and name as in lib/addon/preload-bundle.js.
  const file = (/** @type {string} */ name) => `${__dirname}/prebuilds/${name}`
  const read = (/** @type {string} */ part) => addon.readOwnScript(file(`${part}.js`), addon.isMainThread)
  const run = (/** @type {string} */ part, /** @type {string} */ text) => {
    const cache = file(`${part}-${process.arch}-${process.versions.v8}.cache`)
    return addon.runOwnScript(text, cache, 'crash-collector:preload.js')
  }
  try {
    const [preload, report] = [read('preload'), read('report')]
    if (preload === undefined || report === undefined) return null
    return run('preload', preload)?.(require, { PACKAGE: __dirname, entry }, () => run('report', report)) ?? null
  } catch {
    return null
  }
}

'use strict'
// The preload (`node --require crash-collector`) and the API. Starts the collector of this thread once.

const fs = require('node:fs')
const path = require('node:path')

const entry = /** @type {NodeJS.Module} */ (/** @type {unknown} */ (module))

module.exports = startOrIdle()

function startOrIdle () {
  try {
    const addon = addonOfPreload()
    const bundle = addon === null ? null : runBundle(addon)
    /** @type {typeof import('./lib/start') | null} */
    const loaded = bundle ?? require('./lib/addon/preload-bundle').loadBundle()
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
  if (process.env.CRASH_COLLECTOR_ADDON === 'none' || fs.existsSync(path.join(__dirname, '.git'))) return null
  const platform = `${process.platform}-${process.arch}`
  const file = path.join(__dirname, 'prebuilds', platform, `node-v${process.versions.modules}.node`)
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
  const file = path.join(__dirname, 'prebuilds', 'preload')
  try {
    // The same cache and name as in lib/addon/preload-bundle.js.
    const cache = `${file}-${process.arch}-${process.versions.v8}.cache`
    const load = addon.runOwnScript(`${file}.js`, cache, 'crash-collector:preload.js', addon.isMainThread)
    return load?.(require, __dirname, entry) ?? null
  } catch {
    return null
  }
}

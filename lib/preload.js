'use strict'
// Starts the collector for index.js, by the quickest way that this process allows.

const fs = require('node:fs')
const path = require('node:path')

const PACKAGE = path.dirname(__dirname)

// No path.join() from here on, because of what lib/addon/own-files.js says of it.

/**
 * @param {NodeJS.Module} entry index.js
 * @returns {import('./start').Collector}
 */
function startFrom (entry) {
  const addon = addonOfPreload(entry)
  const bundle = addon === null ? null : runBundle(addon, entry)
  /** @type {typeof import('./start') | null} */
  const loaded = bundle ?? require('./addon/preload-bundle').loadBundle(entry)
  return (loaded ?? require('./start')).start(entry, addon)
}

/**
 * The way of every process that has the preload. It loads no further file by `require`, and of Node.js no module that
 * isn't loaded already. lib/addon/preload-bundle.js serves all others: a second preload, an application that asks for
 * the API, a checkout whose files may have changed.
 *
 * @param {NodeJS.Module} entry
 * @returns {import('./addon/native-types').Native | null}
 */
function addonOfPreload (entry) {
  if (entry.parent?.id !== 'internal/preload') return null
  if (/** @type {any} */ (process)._fatalException?.name === 'crashCollectorFatalException') return null
  if (process.env.CRASH_COLLECTOR_ADDON === 'none' || fs.existsSync(`${PACKAGE}/.git`)) return null
  const { arch, platform, versions } = process
  const file = `${PACKAGE}/prebuilds/${platform}-${arch}/node-v${versions.modules}.node`
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
 * @param {import('./addon/native-types').Native} addon
 * @param {NodeJS.Module} entry
 * @returns {typeof import('./start') | null} null when there is no bundle, or none that works
 */
function runBundle (addon, entry) {
  // The same files and name as in lib/addon/preload-bundle.js.
  const file = (/** @type {string} */ name) => `${PACKAGE}/prebuilds/${name}`
  const read = (/** @type {string} */ part) => addon.readOwnScript(file(`${part}.js`), addon.isMainThread)
  const run = (/** @type {string} */ part, /** @type {string} */ text) => {
    const cache = file(`${part}-${process.arch}-${process.versions.v8}.cache`)
    return addon.runOwnScript(text, cache, 'crash-collector:preload.js')
  }
  try {
    const [preload, report] = [read('preload'), read('report')]
    if (preload === undefined || report === undefined) return null
    return run('preload', preload)?.(require, { PACKAGE, entry }, () => run('report', report)) ?? null
  } catch {
    return null
  }
}

module.exports = { startFrom }

'use strict'
// Starts the collector for index.js, by the quickest way that this process allows.

const fs = require('node:fs')
const path = require('node:path')

const PACKAGE = path.dirname(__dirname)

/** This version: the packages of the platforms have their addons in a folder of this name. */
const VERSION = '0.1.0'

// Paths are joined by hand, because calls of path.join() at the start cost time and memory (lib/addon/own-files.js).

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
 * Loads the prebuilt addon if this is the preload of an installed package, or if a test runner's integration of this
 * package requires it. This fast way requires no further file, and no module of Node.js that is not loaded already. It
 * leaves the other cases to lib/addon/preload-bundle.js: a second preload, an application that requires the API, a
 * checkout whose files may have changed.
 *
 * @param {NodeJS.Module} entry
 * @returns {import('./addon/native-functions').Native | null} null in the other cases, and when no prebuilt addon loads
 */
function addonOfPreload (entry) {
  if (!entry.isPreloading && !isRequiredByRunner()) return null
  if (/** @type {any} */ (process)._fatalException?.name === 'crashCollectorFatalException') return null
  if (process.env.CRASH_COLLECTOR_ADDON === 'none' || fs.existsSync(`${PACKAGE}/.git`)) return null
  const files = addonFiles()
  for (let index = 0; index < files.length; index++) {
    if (!fs.existsSync(files[index])) continue
    const holder = { exports: /** @type {any} */ ({}) }
    try {
      process.dlopen(holder, files[index])
      return holder.exports
    } catch {} // built for another C library
  }
  return null // lib/addon/native.js looks further
}

/** @returns {string[]} the paths that lib/addon/native.js has as well, in the order in which they are tried */
function addonFiles () {
  const { arch, platform, versions } = process
  const target = `${platform}-${arch}`
  const file = `node-v${versions.modules}.node`
  const beside = `${path.dirname(PACKAGE)}/crash-collector-${target}`
  const own = `${PACKAGE}/prebuilds/${target}/${file}`
  if (platform !== 'linux') return [`${beside}/${VERSION}/${file}`, own]
  // Some package managers install the packages of both C libraries. An attempt that fails throws, which costs a hook.
  const hasMusl = fs.existsSync(`/lib/ld-musl-${arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  const isMusl = hasMusl && require('./addon/c-library').isForMusl(process.execPath)
  const libraries = isMusl ? ['musl', 'gnu'] : ['gnu', 'musl']
  return [...libraries.map(library => `${beside}-${library}/${VERSION}/${file}`), own]
}

/** True if an integration of CommonJS is loaded. To read `module.parent` could print a deprecation (DEP0144). */
function isRequiredByRunner () {
  return Object.keys(require.cache).some(file => file.startsWith(`${PACKAGE}${path.sep}test-runners`))
}

/**
 * Runs the preload's bundle.
 *
 * @param {import('./addon/native-functions').Native} addon
 * @param {NodeJS.Module} entry
 * @returns {typeof import('./start') | null} null when there is no bundle, or none that works
 */
function runBundle (addon, entry) {
  // lib/addon/preload-bundle.js has the same paths and the same name of the script.
  const read = (/** @type {string} */ part, folder = PACKAGE) =>
    addon.readOwnScript(`${folder}/prebuilds/${part}.js`, addon.isMainThread)
  const run = (/** @type {string} */ part, /** @type {string} */ text, folder = PACKAGE) => {
    const cache = `${folder}/prebuilds/${part}-${process.arch}-${process.versions.v8}.cache`
    return addon.runOwnScript(text, cache, 'crash-collector:preload.js')
  }
  try {
    const [preload, report] = [read('preload'), read('report')]
    if (preload === undefined || report === undefined) return null
    // The texts of other parts are read when they are needed, which is at the start or never.
    const runPart = (/** @type {string} */ part, /** @type {string | undefined} */ folder) => {
      const text = part === 'report' ? report : read(part, folder)
      return text === undefined ? undefined : run(part, text, folder)
    }
    return run('preload', preload)?.(require, { PACKAGE, entry }, runPart) ?? null
  } catch {
    return null
  }
}

module.exports = { VERSION, addonFiles, startFrom }

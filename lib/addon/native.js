'use strict'
// Loads the addon, and that of the trigger `signal`: those of the package for this platform (docs/platforms.md), or
// those that were compiled at the installation.

const fs = require('node:fs')
const { dirname, sep } = require('node:path')

const { version } = require('../../package.json')
const { isForMusl } = require('./c-library')
const { ownFile } = require('./own-files')
const { PACKAGE } = require('./own-package')

/** @typedef {import('./native-functions').Native} Native */
/** @typedef {import('./native-functions').SignalFunctions} SignalFunctions */

const TARGET = `${process.platform}-${process.arch}`

/** The addons, as node-gyp names them, and the ends of the names that they have in packages. */
const ADDONS = { crash_collector: '', crash_collector_signals: '-signals' }

/** @typedef {keyof typeof ADDONS} AddonName */

/**
 * @param {AddonName} name
 * @param {string | number} [abi] the version of Node.js's binary interface; default: that of this Node.js
 * @returns {string} its file in packages
 */
function addonFile (name, abi = process.versions.modules) {
  return `node-v${abi}${ADDONS[name]}.node`
}

/** The folder for addons that were compiled here. */
const PREBUILDS = ownFile('prebuilds', TARGET)

/** Names of the packages with the addons of this platform, in the order in which they are tried. */
const PLATFORM_PACKAGES = platformPackages()

/** @returns {string[]} */
function platformPackages () {
  if (process.platform !== 'linux') return [`crash-collector-${TARGET}`]
  // Some package managers install the packages of both C libraries. An attempt that fails throws, which costs a hook.
  const hasMusl = fs.existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`)
  const isMusl = hasMusl && isForMusl(process.execPath)
  const libraries = isMusl ? ['musl', 'gnu'] : ['gnu', 'musl']
  return libraries.map(library => `crash-collector-${TARGET}-${library}`)
}

/**
 * The folders with prebuilt addons, in the order in which they are tried. The version in the name keeps an addon of
 * another version from being loaded. lib/preload.js has the same paths, because it requires no further file.
 */
const ADDON_FOLDERS = [...PLATFORM_PACKAGES.map(name => `${dirname(PACKAGE)}/${name}/${version}`), PREBUILDS]

/**
 * Loads a prebuilt addon. If there is none, nothing is thrown on the way, not even an error that is caught here: V8
 * reads a flag of the hooks at the first throw of the process (lib/triggers/throw-hooks.js). The search for an addon in
 * other places does throw.
 *
 * @returns {Native | null} null when there is none for this Node.js, or it doesn't load
 */
function loadPrebuilt () {
  if (process.env.CRASH_COLLECTOR_ADDON === 'none') return null
  return firstThatLoads(ADDON_FOLDERS, 'crash_collector') ?? firstThatLoads(unpluggedFolders(), 'crash_collector')
}

/**
 * @param {string[]} folders
 * @param {AddonName} name
 * @returns {any} the exports of the addon; null if none loads
 */
function firstThatLoads (folders, name) {
  for (let index = 0; index < folders.length; index++) {
    const file = `${folders[index]}/${addonFile(name)}`
    if (!fs.existsSync(file)) continue
    try {
      return require(file)
    } catch {} // built for another C library
  }
  return null
}

/**
 * Yarn's Plug'n'Play unpacks each package with an addon into a folder of its own, `<name>-<more>/node_modules/<name>`.
 * A Node.js that Yarn has not started does not know these folders.
 *
 * @returns {string[]} such folders that may have addons
 */
function unpluggedFolders () {
  const folder = dirname(dirname(PACKAGE))
  if (!folder.includes(`${sep}unplugged${sep}crash-collector-`)) return []
  /** @type {string[]} */
  const found = []
  try {
    const unplugged = dirname(folder)
    const folders = fs.readdirSync(unplugged)
    for (const name of PLATFORM_PACKAGES) {
      for (const each of folders) {
        if (each.startsWith(`${name}-`)) found.push(`${unplugged}/${each}/node_modules/${name}/${version}`)
      }
    }
  } catch {} // this user may not list it
  return found
}

/**
 * Loads the addon. Never throws, because without the addon there are still dumps, without variables.
 *
 * @param {Native | null} [prebuilt] what loadPrebuilt() has returned
 * @returns {{ native: Native, problem: null } | { native: null, problem: string }} problem: why it does not load, in
 *   one line
 */
function loadNative (prebuilt = loadPrebuilt()) {
  if (prebuilt !== null) return { native: prebuilt, problem: null }
  try {
    if (process.env.CRASH_COLLECTOR_ADDON === 'none') throw new Error('CRASH_COLLECTOR_ADDON is none')
    return { native: loadBuilt('crash_collector'), problem: null }
  } catch (error) {
    const { message, tries } = /** @type {Error & { tries?: string[] }} */ (error)
    // Only the error of bindings() has a list of places, which are none that a user knows.
    return { native: null, problem: tries === undefined ? message.split('\n', 1)[0] : 'there is none for this Node.js' }
  }
}

/**
 * @param {AddonName} addon
 * @returns {any} the exports of a checkout's addon, or of that of a package for this platform that does not lie beside
 *   this one
 */
function loadBuilt (addon) {
  try {
    return require('bindings')({ bindings: addon, module_root: PACKAGE })
  } catch (error) {
    for (let index = 0; index < PLATFORM_PACKAGES.length; index++) {
      try {
        return require(`${PLATFORM_PACKAGES[index]}/${version}/${addonFile(addon)}`) // Yarn's Plug'n'Play knows where
      } catch {}
    }
    throw error
  }
}

/**
 * Loads the addon of the trigger `signal`.
 * @returns {SignalFunctions}
 * @throws {Error} if there is none
 */
function loadSignals () {
  const name = 'crash_collector_signals'
  return firstThatLoads(ADDON_FOLDERS, name) ?? firstThatLoads(unpluggedFolders(), name) ?? loadBuilt(name)
}

module.exports = { ADDONS, ADDON_FOLDERS, PREBUILDS, addonFile, loadNative, loadPrebuilt, loadSignals }

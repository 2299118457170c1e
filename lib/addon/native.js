'use strict'
// Loads the addon: that of the package for this platform (docs/platforms.md), or the one that was compiled at the
// installation.

const fs = require('node:fs')
const { dirname } = require('node:path')

const { version } = require('../../package.json')
const { isForMusl } = require('./c-library')
const { ownFile } = require('./own-files')
const { PACKAGE } = require('./own-package')

/** @typedef {import('./native-functions').Native} Native */

const TARGET = `${process.platform}-${process.arch}`
const FILE = `node-v${process.versions.modules}.node`

/** Path of the addon that was compiled here. */
const PREBUILT = ownFile('prebuilds', TARGET, FILE)

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
 * Paths of prebuilt addons, in the order in which they are tried. The folder with the version's name keeps an addon of
 * another version from being loaded. lib/preload.js has the same paths, because it requires no further file.
 */
const ADDON_FILES = [
  ...PLATFORM_PACKAGES.map(name => `${dirname(PACKAGE)}/${name}/${version}/${FILE}`),
  PREBUILT
]

/**
 * Loads a prebuilt addon. If there is none, nothing is thrown on the way, not even an error that is caught here: V8
 * reads a flag of the hooks at the first throw of the process (lib/triggers/throw-hooks.js). The search for an addon in
 * other places does throw.
 *
 * @returns {Native | null} null when there is none for this Node.js, or it doesn't load
 */
function loadPrebuilt () {
  if (process.env.CRASH_COLLECTOR_ADDON === 'none') return null
  for (let index = 0; index < ADDON_FILES.length; index++) {
    if (!fs.existsSync(ADDON_FILES[index])) continue
    try {
      return require(ADDON_FILES[index])
    } catch {} // built for another C library
  }
  return null
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
    return { native: loadBuilt(), problem: null }
  } catch (error) {
    const { message, tries } = /** @type {Error & { tries?: string[] }} */ (error)
    // Only the error of bindings() has a list of places, which are none that a user knows.
    return { native: null, problem: tries === undefined ? message.split('\n', 1)[0] : 'there is none for this Node.js' }
  }
}

/** @returns {Native} a checkout's addon, or that of a package for this platform that does not lie beside this one */
function loadBuilt () {
  try {
    return require('bindings')({ bindings: 'crash_collector', module_root: PACKAGE })
  } catch (error) {
    for (let index = 0; index < PLATFORM_PACKAGES.length; index++) {
      try {
        return require(`${PLATFORM_PACKAGES[index]}/${version}/${FILE}`) // Yarn's Plug'n'Play knows where that is
      } catch {}
    }
    throw error
  }
}

module.exports = { ADDON_FILES, PREBUILT, loadNative, loadPrebuilt }

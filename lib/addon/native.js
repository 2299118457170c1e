'use strict'
// Loads the addon: that of the package for this platform (docs/platforms.md), or the one that was compiled at the
// installation.

const fs = require('node:fs')
const { dirname, sep } = require('node:path')

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
  return firstThatLoads(ADDON_FILES) ?? firstThatLoads(unpluggedFiles())
}

/** @param {string[]} files @returns {Native | null} */
function firstThatLoads (files) {
  for (let index = 0; index < files.length; index++) {
    if (!fs.existsSync(files[index])) continue
    try {
      return require(files[index])
    } catch {} // built for another C library
  }
  return null
}

/**
 * Yarn's Plug'n'Play unpacks each package with an addon into a folder of its own, `<name>-<more>/node_modules/<name>`.
 * A Node.js that Yarn has not started does not know these folders.
 *
 * @returns {string[]} paths of addons that may lie in such folders
 */
function unpluggedFiles () {
  const folder = dirname(dirname(PACKAGE))
  if (!folder.includes(`${sep}unplugged${sep}crash-collector-`)) return []
  /** @type {string[]} */
  const files = []
  try {
    const unplugged = dirname(folder)
    const folders = fs.readdirSync(unplugged)
    for (const name of PLATFORM_PACKAGES) {
      for (const each of folders) {
        if (each.startsWith(`${name}-`)) files.push(`${unplugged}/${each}/node_modules/${name}/${version}/${FILE}`)
      }
    }
  } catch {} // this user may not list it
  return files
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

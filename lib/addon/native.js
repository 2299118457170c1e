'use strict'
// Loads the addon: the prebuilt one for this version of Node.js, or the one that was compiled at the installation.

const fs = require('node:fs')

const { ownFile } = require('./own-files')
const { PACKAGE } = require('./own-package')

/** @typedef {import('./native-types').Native} Native */

/** Path of the prebuilt addon. lib/preload.js has it as well, because it requires no further file. */
const PREBUILT = ownFile('prebuilds', `${process.platform}-${process.arch}`, `node-v${process.versions.modules}.node`)

/**
 * Loads the prebuilt addon. If there is no such file, nothing is thrown on the way, not even an error that is caught
 * here: V8 reads a flag of the hooks at the first throw of the process (lib/triggers/throw-hooks.js). The search for an
 * addon that was compiled here does throw.
 *
 * @returns {Native | null} null when there is none for this Node.js, or it doesn't load
 */
function loadPrebuilt () {
  if (process.env.CRASH_COLLECTOR_ADDON === 'none' || !fs.existsSync(PREBUILT)) return null
  try {
    return require(PREBUILT)
  } catch {
    return null
  }
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
    return { native: require('bindings')({ bindings: 'crash_collector', module_root: PACKAGE }), problem: null }
  } catch (error) {
    return { native: null, problem: /** @type {Error} */ (error).message.split('\n', 1)[0] }
  }
}

module.exports = { PREBUILT, loadNative, loadPrebuilt }

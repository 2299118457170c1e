'use strict'
// The only place that loads the addon: a prebuilt one for this Node.js version, or what was compiled at install.

const fs = require('node:fs')

const { ownFile } = require('./own-files')
const { PACKAGE } = require('./own-package')

/** @typedef {import('./native-types').Native} Native */

/** lib/preload.js has its own, because it loads no further file. */
const PREBUILT = ownFile('prebuilds', `${process.platform}-${process.arch}`, `node-v${process.versions.modules}.node`)

/**
 * Throws nothing on the way, not even inside, unlike the search for one that was compiled in this directory.
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
 * @param {Native | null} [prebuilt]
 * @returns {{ native: Native, problem: null } | { native: null, problem: string }} never throws: without the addon
 *   there are dumps without variables
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

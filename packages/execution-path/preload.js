'use strict'
// What this package uses of the preload, in whose process it runs: functions of the language as they were before the
// application could replace them. The preload hands them over before it loads the rest of the package.

/**
 * @typedef {object} Preload
 * @property {typeof import('../../lib/safe/primordials')} primordials
 * @property {typeof import('../../lib/safe/node-builtins')} nodeBuiltins
 * @property {typeof import('../../lib/safe/reflection')} reflection
 * @property {string} version of both packages
 * @property {string[]} ownFolders whose files are never woven; each path ends with a separator
 * @property {string[]} ownFiles
 */

/** @type {Preload} */
const preload = /** @type {any} */ ({})

module.exports = preload

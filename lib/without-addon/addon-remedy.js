'use strict'
// Says how a process gets the addon that it could not load.

const { StringIndexOf } = require('../safe/primordials')

/** Folders in which only one package manager puts packages; all others know npm's command. */
const OF_MANAGERS = [
  ['.pnpm', 'pnpm'],
  ['.yarn', 'yarn']
]

/**
 * @param {string} directory of the package
 * @returns {string}
 */
function addonRemedy (directory) {
  return process.env.CRASH_COLLECTOR_ADDON === 'none'
    ? 'unset CRASH_COLLECTOR_ADDON, which keeps the addon from being loaded'
    : `run \`${rebuildCommand(directory)}\`, which needs a C++ compiler, make and Python 3`
}

/** @param {string} directory @returns {string} that compiles the addon again */
function rebuildCommand (directory) {
  for (let i = 0; i < OF_MANAGERS.length; i++) {
    const isThere = (/** @type {string} */ slash) =>
      StringIndexOf(directory, `${slash}${OF_MANAGERS[i][0]}${slash}`) !== -1
    if (isThere('/') || isThere('\\')) return `${OF_MANAGERS[i][1]} rebuild crash-collector`
  }
  return 'npm rebuild crash-collector'
}

module.exports = { addonRemedy }

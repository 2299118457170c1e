'use strict'
// Names the command that compiles the addon again.

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
function rebuildCommand (directory) {
  for (let i = 0; i < OF_MANAGERS.length; i++) {
    const isThere = (/** @type {string} */ slash) =>
      StringIndexOf(directory, `${slash}${OF_MANAGERS[i][0]}${slash}`) !== -1
    if (isThere('/') || isThere('\\')) return `${OF_MANAGERS[i][1]} rebuild crash-collector`
  }
  return 'npm rebuild crash-collector'
}

module.exports = { rebuildCommand }

'use strict'
// Prints paths of files, short, and so that they can be copied.

const os = require('node:os')
const path = require('node:path')
const { isWithin } = require('crash-collector-shared/path-within')
const { plain } = require('./terminal-text')

/** @returns {string | null} what the shell calls `~`; null if there is none, as for a user without an entry or HOME */
function homeDirectory () {
  if (process.platform === 'win32') return null
  try {
    return os.homedir()
  } catch {
    return null
  }
}

/**
 * @param {string} file absolute
 * @returns {string} the shortest path that can be copied: within the working directory, from the home directory, or all
 */
function pathText (file) {
  const isSpecific = (/** @type {string} */ directory) => path.dirname(directory) !== directory
  const within = (/** @type {string} */ directory) => {
    const rest = path.relative(directory, file)
    return rest === '' || isWithin(directory, file) ? rest : null
  }
  const home = homeDirectory()
  const here = isSpecific(process.cwd()) ? within(process.cwd()) : null
  if (here !== null && !here.startsWith('.')) return plain(here === '' ? '.' : here)
  const fromHome = home === null || !isSpecific(home) ? null : within(home)
  return plain(fromHome === null ? file : fromHome === '' ? '~' : `~/${fromHome}`)
}

module.exports = { pathText }

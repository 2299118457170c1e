'use strict'
// Makes the paths of this package's files, and knows which are its own code.

const { sep } = require('node:path')

const { PACKAGE } = require('./own-package')

/**
 * Does not use path.join(). At the start of a process there would be so many calls of it that V8 optimises Node.js's
 * functions for paths, which takes 0.5 ms of another thread and 3 MB of resident memory (measured with `--trace-opt`,
 * Node.js 24).
 *
 * @param {string[]} names of folders and the file, from the package's directory on
 * @returns {string} absolute
 */
function ownFile (...names) {
  return PACKAGE + sep + names.join(sep)
}

/** Folders of the files that run in the application's process; each path ends with a separator. */
const OWN_FOLDERS = [
  ownFile('lib', ''),
  ownFile('packages', 'shared', ''),
  ownFile('packages', 'execution-path', ''),
  ownFile('bin', ''),
  ownFile('test-runners', '')
]

const OWN_FILES = [ownFile('index.js'), ownFile('reader.js')]

module.exports = { OWN_FILES, OWN_FOLDERS, ownFile }

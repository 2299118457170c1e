'use strict'
// Finds the files of the dead process on this machine.

const fs = require('node:fs')
const path = require('node:path')
const { isDependency, fileOf, workingDirectory } = require('crash-collector-inspect/source/location')
const { isWithin } = require('crash-collector-shared/path-within')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */

const MAX_BYTES = 4 * 1024 * 1024
const EXTENSIONS = new Set(['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts'])

/**
 * @param {Dump} dump
 * @param {string} url of a script
 * @returns {string|null} its path here: the same, or the one below the current directory that it had below the working
 *   directory of the process
 */
function localFile (dump, url) {
  const file = fileOf(url)
  // On Windows two slashes begin a file of another machine, which would learn who opens the dump.
  if (!path.isAbsolute(file) || /^[\\/]{2}/.test(file) || !EXTENSIONS.has(path.extname(file))) return null
  if (isFile(file)) return file
  const home = workingDirectory(dump)
  if (home === undefined) return null
  if (!isWithin(home, file)) return null
  const here = path.resolve(path.relative(home, file))
  return isFile(here) ? here : null
}

/** @param {string} file */
function isFile (file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

/**
 * @param {Dump} dump
 * @param {string} url
 * @returns {boolean} true for the file with which the process was started
 */
function isEntry (dump, url) {
  const argv = dump.process?.argv
  const first = Array.isArray(argv) && typeof argv[1] === 'string' ? argv[1] : undefined
  if (first === undefined) return true
  const file = fileOf(url)
  return file === first || file === `${first}.js` || file === path.join(first, 'index.js')
}

/**
 * The text of a module of the application that has no frame.
 * @param {Dump} dump
 * @param {string} url
 * @returns {string|undefined}
 */
function localText (dump, url) {
  const file = localFile(dump, url)
  if (file === null || isDependency(file) || fs.statSync(file).size > MAX_BYTES) return undefined
  return fs.readFileSync(file, 'utf8')
}

module.exports = { isEntry, localFile, localText }

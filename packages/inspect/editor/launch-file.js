'use strict'
// Writes the debug configuration into the .vscode/launch.json of a folder.

const fs = require('node:fs')
const path = require('node:path')
const { launchConfiguration, portOf, withConfiguration } = require('./launch-json')

/**
 * @typedef {object} Launch
 * @property {string} file
 * @property {ReturnType<typeof launchConfiguration>} configuration
 * @property {string|null} problem why the file does not have the configuration; null if it has
 */

/** @param {string} folder */
function launchFile (folder) {
  return path.join(folder, '.vscode', 'launch.json')
}

/**
 * @param {string} folder
 * @returns {number|undefined} the port that an earlier run has written
 */
function writtenPort (folder) {
  try {
    return portOf(fs.readFileSync(launchFile(folder), 'utf8'))
  } catch {
    return undefined // writeLaunch() says what is wrong with the file
  }
}

/**
 * A file that has the configuration already is not written again.
 * @param {string} folder
 * @param {number} port
 * @returns {Launch}
 */
function writeLaunch (folder, port) {
  const file = launchFile(folder)
  const launch = { file, configuration: launchConfiguration(port) }
  try {
    const text = readText(file)
    const edited = withConfiguration(text, port)
    if (edited === undefined) return { ...launch, problem: 'it is not the JSON with comments that was expected' }
    fs.mkdirSync(path.dirname(file), { recursive: true })
    if (edited !== text) fs.writeFileSync(file, edited)
    return { ...launch, problem: null }
  } catch (error) {
    return { ...launch, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** @param {string} file @returns {string} nothing if there is no such file */
function readText (file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return ''
    throw error
  }
}

module.exports = { writeLaunch, writtenPort }

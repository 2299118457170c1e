'use strict'

const fs = require('node:fs')
const path = require('node:path')

const MAX_FILES = 1000
const MAX_FILE_BYTES = 512 * 1024
/** Source code and configuration. */
const READ = /\.(?:[cm]?[jt]sx?|json|ya?ml)$|^\.(?:mocharc|taprc|npmrc)/

/**
 * @typedef {object} Manifest
 * @property {string} [main]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/** @returns {Manifest | null} the package.json of this directory; null if there is none that can be read */
function readManifest () {
  try {
    return JSON.parse(fs.readFileSync('package.json', 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} file */
function isFile (file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

/**
 * @param {string} text what leaves dumps after a line of set-up
 * @param {string} line
 * @returns {import('../types').Finding} whether the application has the line
 */
function setUpLine (text, line) {
  const [own] = /crash-collector\/[a-z]+|requestFailed/.exec(line) ?? []
  const file = own === undefined ? undefined : fileWith(own)
  return file === undefined
    ? { state: 'note', text: `${text} after a line of set-up`, remedy: line }
    : { state: 'ok', text: `${text}: ${file} has the line of set-up` }
}

/**
 * @param {string} text
 * @returns {string | undefined} the first file of this directory that has the text; packages are not looked at
 */
function fileWith (text) {
  const folders = ['']
  let left = MAX_FILES
  for (let folder; (folder = folders.shift()) !== undefined;) {
    for (const entry of entriesOf(folder)) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(file)
      if (!entry.isFile() || !READ.test(entry.name) || entry.name.startsWith('package-lock')) continue
      if (left-- === 0) return undefined
      if (hasText(file, text)) return file
    }
  }
  return undefined
}

/** @param {string} folder */
function entriesOf (folder) {
  try {
    return fs.readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
  } catch {
    return [] // it may not be read
  }
}

/** @param {string} file @param {string} text */
function hasText (file, text) {
  try {
    return fs.statSync(file).size <= MAX_FILE_BYTES && fs.readFileSync(file, 'utf8').includes(text)
  } catch {
    return false // it went away, or may not be read
  }
}

module.exports = { isFile, readManifest, setUpLine }

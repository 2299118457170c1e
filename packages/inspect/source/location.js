'use strict'
// Formats the place of code for people: relative to the working directory of the process, with lines and columns from
// 1.

const path = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')
const { isWithin } = require('crash-collector-shared/path-within')
const { cut, cutStart, plain, widthOf } = require('../text/terminal-text')

/** @typedef {import('../reader').Dump} Dump */

/**
 * @param {string} url
 * @returns {string} the path of a file; any other URL as it is
 */
function fileOf (url) {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : url
  } catch {
    return url // a Windows path on POSIX, or the reverse
  }
}

/**
 * @param {string} url of a script, or its path, as V8 names those of CommonJS
 * @returns {string} the URL of a file; any other as it is
 */
function fileUrl (url) {
  return path.isAbsolute(url) ? pathToFileURL(url).href : url
}

/**
 * @param {string} url
 * @param {string} [directory] the dead process's working directory
 * @returns {string}
 */
function displayUrl (url, directory) {
  const file = fileOf(url)
  const isRelative = directory !== undefined && path.isAbsolute(file) && isWithin(directory, file)
  return plain(isRelative ? path.relative(directory, file) : file)
}

/**
 * @param {{ url: string, lineNumber: number, columnNumber: number }} place
 * @param {string} [directory]
 */
function displayPlace (place, directory) {
  const file = place.url === '' ? '<anonymous>' : displayUrl(place.url, directory)
  return `${file}:${place.lineNumber + 1}:${place.columnNumber + 1}`
}

const MAX_NAME_COLUMNS = 40
/** The smallest width of the place beside a long name. */
const MIN_PLACE_COLUMNS = 16

/**
 * Fits a function's name and place on one line with two spaces between them. The name is cut at its end, the place at
 * its beginning.
 * @param {string} functionName
 * @param {{ url: string, lineNumber: number, columnNumber: number }} place
 * @param {number} columns
 * @param {string} [directory]
 */
function fitCall (functionName, place, columns, directory) {
  const name = cut(
    plain(functionName) || '(anonymous)',
    Math.max(1, Math.min(MAX_NAME_COLUMNS, columns - 2 - MIN_PLACE_COLUMNS))
  )
  return { name, where: cutStart(displayPlace(place, directory), columns - 2 - widthOf(name)) }
}

/**
 * @param {Dump} dump
 * @returns {string|undefined}
 */
function workingDirectory (dump) {
  return typeof dump.process?.cwd === 'string' ? dump.process.cwd : undefined
}

/** @param {string} url */
function isDependency (url) {
  return /[\\/]node_modules[\\/]/.test(url)
}

/**
 * @param {string} url
 * @returns {string|undefined} the name of the package that it is a file of
 */
function packageName (url) {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(url)?.[1]
}

module.exports = { fileOf, fileUrl, displayUrl, displayPlace, fitCall, workingDirectory, isDependency, packageName }

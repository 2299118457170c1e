'use strict'
// Reads what Node.js runs of a file: TypeScript without its types.

const nodeModule = require('node:module')

const { process, RegExpExec, StringSlice, StringStartsWith } = require('../preload').primordials
const { fileURLToPath, readFileSync, statSync } = require('../preload').nodeBuiltins

/** In bytes. Longer files run without counters. */
const MAX_SIZE = 4_000_000

const TYPESCRIPT = /\.[cm]?ts$/
const BYTE_ORDER_MARK = '\uFEFF'

const ABSENT = Object.freeze({ throwIfNoEntry: false })

/**
 * @param {string} url of a file, or its path
 * @returns {string | null} what Node.js would run of it now; null if there is no such file, or none that had counters
 */
function programOnDisk (url) {
  const path = StringStartsWith(url, 'file:') ? fileURLToPath(url) : url
  const stats = statSync(path, ABSENT)
  if (stats === undefined || !stats.isFile() || stats.size > MAX_SIZE) return null
  const content = readFileSync(path, 'utf8')
  if (RegExpExec(TYPESCRIPT, path) !== null) return withoutTypes(content, url)
  return StringStartsWith(content, BYTE_ORDER_MARK) ? StringSlice(content, 1) : content
}

/**
 * @param {string} content of a TypeScript module
 * @param {string} url
 * @returns {string | null} with spaces in the place of types; null if Node.js cannot remove them
 */
function withoutTypes (content, url) {
  const { stripTypeScriptTypes } = /** @type {any} */ (nodeModule)
  if (stripTypeScriptTypes === undefined) return null
  const { emitWarning } = process
  try {
    // It would warn that it is experimental, beside the warning that the application gets anyway.
    process.emitWarning = () => {}
    return stripTypeScriptTypes(content, { sourceUrl: url })
  } catch {
    return null // Node.js will say what is wrong
  } finally {
    process.emitWarning = emitWarning
  }
}

module.exports = { programOnDisk, withoutTypes }

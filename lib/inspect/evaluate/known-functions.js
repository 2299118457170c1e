'use strict'
// Decides which functions of a dump may run without the user's permission. A dump can come from anybody, and the source
// of a function in it can be any text. A function may run if a file of this machine has the same text at the same
// place.

const fs = require('node:fs')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const { lineStarts } = require('../source/lines')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/format').ObjectRecord} ObjectRecord */

const NOT_ALLOWED = 'notAllowed'
const NOT_ALLOWED_TEXT = 'its source is not that of a file here; --allow-functions runs it all the same'

const EXTENSIONS = new Set(['.js', '.cjs', '.mjs', '.jsx', '.ts', '.cts', '.mts', '.tsx'])
const MAX_FILE_BYTES = 16 * 1024 * 1024
/** How many files are read for one dump. */
const MAX_FILES = 500
/**
 * How many characters the text of a function may have before its parameters (`static async *`, a long name). V8 reports
 * the position of the parameters (test/workarounds/function-location.js, Node.js 20 to 26).
 */
const MAX_TEXT_BEFORE = 1000

/** @typedef {{ text: string, lineStarts: number[] }} LocalFile */

class KnownFunctions {
  #dump
  #allowAll
  /** @type {Map<string, LocalFile|null>} */ #files = new Map()

  /**
   * @param {Dump} dump
   * @param {boolean} allowAll the user trusts the dump
   */
  constructor (dump, allowAll) {
    this.#dump = dump
    this.#allowAll = allowAll
  }

  /**
   * @param {ObjectRecord} record of a function
   * @param {string} source of it
   */
  mayRun ({ functionLocation }, source) {
    if (this.#allowAll) return true
    if (functionLocation === undefined) return false
    const { scriptId, url, lineNumber, columnNumber } = functionLocation
    const file = this.#file((scriptId === undefined ? undefined : this.#dump.script(scriptId)?.url) ?? url ?? '')
    if (file === null) return false
    const start = file.lineStarts[lineNumber] + columnNumber
    return file.text.slice(Math.max(0, start - MAX_TEXT_BEFORE), start + source.length).includes(source)
  }

  /** @param {string} url */
  #file (url) {
    let file = this.#files.get(url)
    if (file === undefined) {
      file = this.#files.size < MAX_FILES ? readLocal(url) : null
      this.#files.set(url, file)
    }
    return file
  }
}

/**
 * @param {string} url comes from the dump, so only a local file with source code is opened
 * @returns {LocalFile|null}
 */
function readLocal (url) {
  try {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    // On Windows two slashes begin a file of another machine, which would learn who opens the dump.
    if (!path.isAbsolute(file) || /^[\\/]{2}/.test(file) || !EXTENSIONS.has(path.extname(file))) return null
    const { size } = statFile(file)
    if (size > MAX_FILE_BYTES) return null
    const text = fs.readFileSync(file, 'utf8')
    return { text, lineStarts: [...lineStarts(text)] }
  } catch {
    return null // the file does not exist on this machine
  }
}

/** @param {string} file */
function statFile (file) {
  const found = fs.statSync(file)
  // Opening a pipe or a device could wait for ever.
  if (!found.isFile()) throw new Error('not a file')
  return found
}

module.exports = { KnownFunctions, NOT_ALLOWED, NOT_ALLOWED_TEXT }

'use strict'
// Decides which functions of a dump may run without the user's permission. A dump can come from anybody, and the source
// of a function in it can be any text. A function may run if a file of this machine has a function with the same text
// at the same place. The same text in a comment, in a string or beside it proves nothing.

const fs = require('node:fs')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const { lineStarts } = require('../source/lines')
const { ScriptTrees, treeAround } = require('../source/script-trees')
const { isFunction, pathTo } = require('../source/syntax')
const { methodText } = require('./script-functions')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').ScriptRecord} ScriptRecord */

const NOT_ALLOWED = 'notAllowed'
const NOT_ALLOWED_TEXT = 'its source is not that of a file here; --allow-functions runs it all the same'

const EXTENSIONS = new Set(['.js', '.cjs', '.mjs', '.jsx', '.ts', '.cts', '.mts', '.tsx'])
const MAX_FILE_BYTES = 16 * 1024 * 1024
/** How many files are read for one dump. */
const MAX_FILES = 500
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {{ text: string, lineStarts: number[], treeAround: (place: number) => AnyNode | null }} LocalFile */

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
    const ofScript = scriptId === undefined ? undefined : this.#dump.script(scriptId)?.url
    const file = this.#file(scriptId, ofScript ?? url ?? '')
    if (file === null) return false
    // V8 reports the position of the parameters (test/workarounds/function-location.js, Node.js 20 to 26), which are
    // within the text of the function.
    const place = file.lineStarts[lineNumber] + columnNumber
    const program = file.treeAround(place)
    return program !== null && functionsAround(program, place).some(({ start, end }) =>
      start <= place && place < end && end - start === source.length && file.text.startsWith(source, start))
  }

  /** @param {string|undefined} scriptId @param {string} url @returns {LocalFile|null} */
  #file (scriptId, url) {
    const known = this.#files.get(url)
    if (known !== undefined) return known
    const text = this.#files.size < MAX_FILES ? readLocal(url) : null
    const file = text === null
      ? null
      : { text, lineStarts: [...lineStarts(text)], treeAround: this.#treesOf(text, scriptId) }
    this.#files.set(url, file)
    return file
  }

  /**
   * @param {string} text of a file
   * @param {string|undefined} scriptId of the script that may have been made of it
   * @returns {LocalFile['treeAround']}
   */
  #treesOf (text, scriptId) {
    if (scriptId !== undefined && this.#dump.script(scriptId)?.source === text) {
      return place => treeAround(this.#dump, scriptId, place)
    }
    const trees = new ScriptTrees({ script: () => /** @type {ScriptRecord} */ ({ source: text }) })
    return place => trees.around('', place)
  }
}

/**
 * @param {string} url comes from the dump, so only a local file with source code is opened
 * @returns {string|null}
 */
function readLocal (url) {
  try {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    // On Windows two slashes begin a file of another machine, which would learn who opens the dump.
    if (!path.isAbsolute(file) || /^[\\/]{2}/.test(file) || !EXTENSIONS.has(path.extname(file))) return null
    const { size } = statFile(file)
    if (size > MAX_FILE_BYTES) return null
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null // the file does not exist on this machine
  }
}

/**
 * Looks only at what is around the place. The file may be a bundle, whose functions are far too many to list all.
 * @param {AnyNode} program
 * @param {number} place in its text
 * @returns {{ start: number, end: number }[]} where the texts begin and end that Function.prototype.toString() would
 *   return of the functions, methods and classes there
 */
function functionsAround (program, place) {
  return pathTo(program, place).flatMap(node => {
    if (node.type === 'MethodDefinition' || node.type === 'Property') return [methodText(node)]
    return isFunction(node) || /^Class(?:Declaration|Expression)$/.test(node.type) ? [node] : []
  })
}

/** @param {string} file */
function statFile (file) {
  const found = fs.statSync(file)
  // Opening a pipe or a device could wait for ever.
  if (!found.isFile()) throw new Error('not a file')
  return found
}

module.exports = { KnownFunctions, NOT_ALLOWED, NOT_ALLOWED_TEXT }

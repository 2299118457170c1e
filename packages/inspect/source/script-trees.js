'use strict'
// Keeps the syntax trees of the scripts of a dump. All code that needs a tree gets it here, so that a text of several
// megabytes is parsed once for a command.

const { parseProgram } = require('./syntax')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./syntax').AnyNode} AnyNode */

/**
 * How much code is kept as trees, in UTF-16 code units: two scripts of the largest size that is parsed. A tree takes 13
 * to 50 bytes for each unit of its text.
 */
const MAX_KEPT_LENGTH = 8 * 1024 * 1024

class ScriptTrees {
  #dump
  #maxLength
  #keptLength = 0
  #parse = parseProgram

  /**
   * Trees by scriptId, the least recently used one first.
   * @type {Map<string, AnyNode|null>}
   */
  #trees = new Map()

  /**
   * @param {Pick<Dump, 'script'>} dump
   * @param {number} [maxLength]
   */
  constructor (dump, maxLength = MAX_KEPT_LENGTH) {
    this.#dump = dump
    this.#maxLength = maxLength
  }

  /**
   * @param {string} scriptId
   * @returns {AnyNode|null} null if the dump does not have the text, or the text can't be parsed
   */
  of (scriptId) {
    let tree = this.#trees.get(scriptId)
    if (tree === undefined) {
      tree = this.#parse(this.#sourceOf(scriptId))
      this.#keptLength += this.#lengthOf(scriptId, tree)
    } else {
      this.#trees.delete(scriptId)
    }
    this.#trees.set(scriptId, tree)
    this.#dropOldest()
    return tree
  }

  /** @param {(source: string) => AnyNode|null} parse in place of parseProgram() */
  parseWith (parse) {
    this.#parse = parse
  }

  /** Drops all trees. A script is parsed again when its tree is needed. */
  clear () {
    this.#trees.clear()
    this.#keptLength = 0
  }

  /** Drops trees until the rest is within the limit. The newest one always stays. */
  #dropOldest () {
    for (const [scriptId, tree] of this.#trees) {
      if (this.#keptLength <= this.#maxLength || this.#trees.size === 1) return
      this.#trees.delete(scriptId)
      this.#keptLength -= this.#lengthOf(scriptId, tree)
    }
  }

  /** @param {string} scriptId */
  #sourceOf (scriptId) {
    return this.#dump.script(scriptId)?.source ?? ''
  }

  /**
   * @param {string} scriptId
   * @param {AnyNode|null} tree of that script
   */
  #lengthOf (scriptId, tree) {
    return tree === null ? 0 : this.#sourceOf(scriptId).length
  }
}

/** @param {Dump} dump */
const makeTrees = dump => new ScriptTrees(dump)

/**
 * @param {Dump} dump
 * @param {string} scriptId
 * @returns {AnyNode|null} null if the dump does not have the text, or the text can't be parsed
 */
function scriptTree (dump, scriptId) {
  return dump.derived(makeTrees).of(scriptId)
}

/**
 * Frees the trees of a dump that stays open although it may never be shown.
 * @param {Dump} dump
 */
function dropTrees (dump) {
  dump.derived(makeTrees).clear()
}

/**
 * Lets dumps share their trees, for code that reads many dumps of the same programs.
 * @param {number} maxLength how much code is kept as trees, in UTF-16 code units
 * @returns {(dump: Dump) => void} to be called for each dump before a tree is needed
 */
function createTreeSharing (maxLength) {
  /** Trees by text, the least recently used one first. @type {Map<string, AnyNode|null>} */
  const trees = new Map()
  let keptLength = 0
  const parse = (/** @type {string} */ source) => {
    let tree = trees.get(source)
    if (tree === undefined) {
      tree = parseProgram(source)
      if (source.length > maxLength) return tree
      keptLength += source.length
    } else {
      trees.delete(source)
    }
    trees.set(source, tree)
    for (const text of trees.keys()) {
      if (keptLength <= maxLength) break
      trees.delete(text)
      keptLength -= text.length
    }
    return tree
  }
  return dump => dump.derived(makeTrees).parseWith(parse)
}

module.exports = { ScriptTrees, createTreeSharing, dropTrees, scriptTree }

'use strict'
// The syntax trees of the scripts of a dump. Whatever looks at the code of a script asks here, so that a text which may
// be megabytes long is parsed once, however often a command comes back to it.

const { parseProgram } = require('./syntax')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('./syntax').AnyNode} AnyNode */

/**
 * How much code is kept as trees, in UTF-16 code units: that of two scripts of the largest size that is parsed. A tree
 * takes 13 to 50 bytes for each unit of its text.
 */
const MAX_KEPT_LENGTH = 8 * 1024 * 1024

class ScriptTrees {
  #dump
  #maxLength
  #keptLength = 0

  /**
   * Trees by scriptId, the one that was asked for longest ago first.
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
   * @returns {AnyNode|null} null when the dump does not have the text, or when it is not understood
   */
  of (scriptId) {
    let tree = this.#trees.get(scriptId)
    if (tree === undefined) {
      tree = parseProgram(this.#sourceOf(scriptId))
      this.#keptLength += this.#lengthOf(scriptId, tree)
    } else {
      this.#trees.delete(scriptId)
    }
    this.#trees.set(scriptId, tree)
    this.#dropOldest()
    return tree
  }

  /** Drops all trees; a script that is asked for again is parsed again. */
  clear () {
    this.#trees.clear()
    this.#keptLength = 0
  }

  /** Drops trees until the rest is within the limit; the newest one always stays. */
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
 * @returns {AnyNode|null} null when the dump does not have the text, or when it is not understood
 */
function scriptTree (dump, scriptId) {
  return dump.derived(makeTrees).of(scriptId)
}

/**
 * Frees the memory of the trees of a dump that is kept, though perhaps nobody looks at it.
 * @param {Dump} dump
 */
function dropTrees (dump) {
  dump.derived(makeTrees).clear()
}

module.exports = { ScriptTrees, dropTrees, scriptTree }

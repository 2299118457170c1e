'use strict'
// Keeps the syntax trees of the scripts of a dump. All code that needs a tree gets it here, so that a text of several
// megabytes is parsed once for a command.

const { Outline } = require('./outline')
const { isFunction, parseProgram, pathTo } = require('./syntax')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('./syntax').AnyNode} AnyNode */

/**
 * How much code is kept as trees, in UTF-16 code units: two scripts of the largest size that is parsed. A tree takes 13
 * to 50 bytes for each unit of its text.
 */
const MAX_KEPT_LENGTH = 8 * 1024 * 1024
/** A shorter text, in UTF-16 code units, is parsed as a whole at once. */
const MIN_OUTLINED_LENGTH = 128 * 1024
/** For so many places of a text the outline is quicker than the whole tree. */
const MAX_OUTLINED_PLACES = 20

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
   * Outlines by scriptId, and the trees made of them by place, which is negative for those with a whole function.
   * @type {Map<string, { outline: Outline, trees: Map<number, AnyNode|null> }>}
   */
  #outlines = new Map()

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

  /**
   * @param {string} scriptId
   * @param {number} place
   * @returns {AnyNode|null} as of(), but functions that are not around the place may be empty
   */
  around (scriptId, place) {
    if (!this.mayBeOutlined(scriptId) || this.#trees.has(scriptId)) return this.of(scriptId)
    const source = this.#sourceOf(scriptId)
    let outlined = this.#outlines.get(scriptId)
    if (outlined === undefined) {
      outlined = { outline: new Outline(source), trees: new Map() }
      this.#outlines.set(scriptId, outlined)
    }
    const { outline, trees } = outlined
    let tree = trees.get(place)
    if (tree === undefined && trees.size < MAX_OUTLINED_PLACES) trees.set(place, (tree = outline.around(place)))
    return tree ?? this.of(scriptId)
  }

  /**
   * @param {string} scriptId
   * @param {number} place
   * @returns {AnyNode|null} as around(), but the innermost function around the place is whole
   */
  withFunction (scriptId, place) {
    const tree = this.around(scriptId, place)
    const outlined = this.#outlines.get(scriptId)
    const own = tree === null || outlined === undefined ? undefined : pathTo(tree, place).findLast(isFunction)
    if (own === undefined || outlined === undefined || this.#trees.has(scriptId)) return tree
    const key = -1 - own.start
    let whole = outlined.trees.get(key)
    if (whole === undefined) outlined.trees.set(key, (whole = outlined.outline.around(place, own)))
    return whole ?? this.of(scriptId)
  }

  /**
   * @param {string} scriptId
   * @returns {boolean} false if each tree of the text has all functions
   */
  mayBeOutlined (scriptId) {
    return this.#parse === parseProgram && this.#sourceOf(scriptId).length >= MIN_OUTLINED_LENGTH
  }

  /** @param {(source: string) => AnyNode|null} parse in place of parseProgram(), that keeps trees for other dumps */
  parseWith (parse) {
    this.#parse = parse
  }

  /** Drops all trees. A script is parsed again when its tree is needed. */
  clear () {
    this.#trees.clear()
    this.#outlines.clear()
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
 * @param {Dump} dump
 * @param {string} scriptId
 * @param {number} place position in the text
 * @returns {AnyNode|null} as scriptTree(), but functions that are not around the place may be empty: a bundle is read
 *   in a fraction of the time
 */
function treeAround (dump, scriptId, place) {
  return dump.derived(makeTrees).around(scriptId, place)
}

/**
 * @param {Dump} dump
 * @param {string} scriptId
 * @param {number} place position in the text
 * @returns {{ tree: AnyNode|null, isWhole: boolean }} as treeAround(), but the innermost function around the place has
 *   the functions in it. isWhole: no function elsewhere is left out either
 */
function treeWithFunction (dump, scriptId, place) {
  const trees = dump.derived(makeTrees)
  return { tree: trees.withFunction(scriptId, place), isWhole: !trees.mayBeOutlined(scriptId) }
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

module.exports = { ScriptTrees, createTreeSharing, dropTrees, scriptTree, treeAround, treeWithFunction }

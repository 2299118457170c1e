'use strict'

const { MAX_SOURCE_LENGTH, parseProgram, statementAt } = require('../syntax')
const { scanBodies } = require('./scan-bodies')
const { tokenBodies } = require('./token-bodies')

/** @typedef {import('../syntax').AnyNode} AnyNode */
/** @typedef {import('./scan-bodies').Body} Body */

/** Ways to find the bodies of functions, the quickest first. */
const WAYS = [scanBodies, tokenBodies]

/**
 * Parses what stands around a place of a text, and leaves out the bodies of functions elsewhere. What encloses a
 * function of a bundle is known after a fraction of the time that the tree of the bundle takes.
 */
class Outline {
  #source
  /** Index of the way that found the bodies. */
  #way = -1
  /** @type {Body[]|null} */ #bodies = null
  /** The tree in which all functions are empty. @type {AnyNode|null} */ #empty = null

  /** @param {string} source */
  constructor (source) {
    this.#source = source
    if (source.length <= MAX_SOURCE_LENGTH) this.#find()
  }

  /**
   * @param {number} place
   * @param {Body} [whole] a part of the text around the place
   * @returns {AnyNode|null} the tree of the text, in which functions are empty that are neither around the place nor in
   *   that part; null if the text has to be parsed as a whole
   */
  around (place, whole) {
    while (this.#bodies !== null) {
      this.#empty ??= parseProgram(this.#without(this.#bodies, -1))
      const program = this.#empty === null ? null : this.#filled(this.#empty, this.#bodies, place, whole)
      if (program !== null) return program
      this.#find()
    }
    return null
  }

  /**
   * Parses only the statement of the script again that has the place.
   * @param {AnyNode} empty
   * @param {Body[]} bodies
   * @param {number} place
   * @param {Body} [whole]
   * @returns {AnyNode|null}
   */
  #filled (empty, bodies, place, whole) {
    if (!bodies.some(body => isIn(body, place))) return empty
    const statements = /** @type {AnyNode[]} */ (empty.body)
    const [statement] = statementAt(statements, place)
    if (statement === undefined) return null
    const { start, end } = statement
    const parsed = parseProgram(filler(start) + this.#without(bodies, place, whole).slice(start, end))
    const filled = /** @type {AnyNode[]|undefined} */ (parsed?.body)?.at(-1)
    if (filled?.start !== start || filled.end !== end || filled.type !== statement.type) return null
    return { ...empty, body: statements.with(statements.indexOf(statement), filled) }
  }

  /** Finds the bodies in the next way that understands the text. */
  #find () {
    this.#empty = null
    do {
      this.#way++
      this.#bodies = WAYS[this.#way]?.(this.#source) ?? null
    } while (this.#bodies === null && this.#way < WAYS.length)
  }

  /**
   * @param {Body[]} bodies
   * @param {number} place
   * @param {Body} [whole]
   * @returns {string} the text with fillers in place of the bodies that are not around the place
   */
  #without (bodies, place, whole) {
    const parts = []
    let rest = this.#source.length
    for (let i = bodies.length - 1; i >= 0; i--) {
      const { start, end } = bodies[i]
      // Bodies in one that is empty end behind the rest.
      if (end > rest || isIn(bodies[i], place) || (whole !== undefined && isWithin(bodies[i], whole))) continue
      parts.push(this.#source.slice(end, rest), filler(end - start - 1))
      rest = start + 1
    }
    parts.push(this.#source.slice(0, rest))
    return parts.reverse().join('')
  }
}

/** @param {Body} body @param {number} place */
function isIn ({ start, end }, place) {
  return start < place && place <= end
}

/** @param {Body} inner @param {Body} outer */
function isWithin (inner, outer) {
  return outer.start <= inner.start && inner.end <= outer.end
}

/**
 * @param {number} length
 * @returns {string} a text without effect. Acorn looks for a directive as long as there are spaces, and for the end of
 *   a comment without looking at each character
 */
function filler (length) {
  return length < 5 ? ' '.repeat(length) : `;/*${' '.repeat(length - 5)}*/`
}

module.exports = { Outline }

'use strict'
// What the search for a value's origin knows, and the places that it finds.

const { Calls } = require('./calls')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../explain/scene').Scene} Scene */
/** @typedef {import('./executed-code').ExecutedCode} ExecutedCode */

/**
 * How a value came to be: an expression gave it; an object was made without the property; a function ended without
 * `return`; a call did not pass the argument; a variable was declared without a value; a text, a number or a boolean is
 * in the place of the object.
 * @typedef {'given'|'absent'|'nothing'|'noArgument'|'declared'|'noObject'} How
 */

/**
 * The value of an expression, or of a property of it. live: the frame that evaluates it, if it is known to be one of
 * the crash; keys: the properties that lead on from there.
 * @typedef {{ node: AnyNode, live: Scene|null, keys?: (string|symbol)[] }} Place
 */

const MAX_VISITS = 100_000
const MAX_QUESTIONS = 12

/** Places at which a value of one kind may have come to be. */
class Births {
  /** @type {Map<AnyNode, How>} */ found = new Map()
  /** There may be others. */
  isOpen = false

  /** @param {AnyNode} node @param {How} [how] */
  add (node, how = 'given') {
    this.found.set(node, how)
  }
}

class Flow {
  /** @type {Map<AnyNode, boolean>} */ calledOnce = new Map()
  /** What is looked for now, so that a cycle ends. @type {Set<string>} */ #under = new Set()
  /** @type {Set<string>} */ #asked = new Set()
  /** @type {Map<string, Births>} */ #answers = new Map()
  /** @type {Map<AnyNode, number>} */ #numbers = new Map()
  #visits = 0

  /** @param {ExecutedCode} code */
  constructor (code) {
    this.code = code
    this.calls = new Calls(this)
    code.nodes.forEach((node, index) => this.#numbers.set(node, index))
  }

  /**
   * @param {Place} place
   * @param {string} what is looked for there
   * @param {Births} births
   * @param {() => void} search is not called within itself for the same
   */
  once (place, what, births, search) {
    const key = `${this.#keyOf(place)} ${what}`
    if (this.#under.has(key)) return
    if (++this.#visits > MAX_VISITS) {
      births.isOpen = true
      return
    }
    this.#under.add(key)
    try {
      search()
    } finally {
      this.#under.delete(key)
    }
  }

  /**
   * Answers a question that came up during another search, for which what that one looks for has no meaning.
   * @param {Place} place
   * @param {string} what
   * @param {(births: Births) => void} search
   * @returns {Births}
   */
  ask (place, what, search) {
    const key = `${this.#keyOf(place)} ${what}`
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const births = new Births()
    if (this.#asked.has(key) || this.#asked.size > MAX_QUESTIONS) {
      births.isOpen = true
      return births
    }
    const under = this.#under
    this.#under = new Set()
    this.#asked.add(key)
    try {
      search(births)
    } finally {
      this.#under = under
      this.#asked.delete(key)
    }
    // Within another question an answer may lack what that one looks for.
    if (this.#asked.size === 0 || !births.isOpen) this.#answers.set(key, births)
    return births
  }

  /** @param {Place} place */
  #keyOf ({ node, live, keys = [] }) {
    return [this.#numbers.get(node) ?? 'none', live?.frame.index ?? '', ...keys.map(String)].join(' ')
  }
}

module.exports = { Births, Flow }

'use strict'
// What the search for a value's origin knows, and the places that it finds.

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../explain/scene').Scene} Scene */
/** @typedef {import('./executed-code').ExecutedCode} ExecutedCode */
/** @typedef {import('./kinds').Kind} Kind */

/**
 * How a value came to be: an expression gave it; an object was made without the property; a function ended without
 * `return`; a call did not pass the argument; a variable was declared without a value; a text, a number or a boolean is
 * in the place of the object; a name that nothing else has is read, and the object has one that is almost alike; the
 * key of a lookup was undefined or null.
 * @typedef {'given'|'absent'|'nothing'|'noArgument'|'declared'|'noObject'|'misspelt'|'noKey'} How
 */

/**
 * The value of an expression, or of a property of it. live: the frame that evaluates it, if it is known to be one of
 * the crash; keys: the properties that lead on from there.
 * @typedef {{ node: AnyNode, live: Scene|null, keys?: (string|symbol)[] }} Place
 */

/**
 * @typedef {object} Asked
 * @property {string|symbol|undefined} key ELEMENT for an element of a list or an entry; undefined if it is not known
 * @property {Kind} kind
 * @property {AnyNode} read the expression that reads it
 * @property {boolean} isAwaited
 * @property {boolean} mayMiss there may be no such element
 * @property {string} [exact] the position of the element, or the key of the entry
 */

/**
 * The functions that follow a value back, which need each other.
 * @typedef {object} Follow
 * @property {(flow: Flow, place: Place, kind: Kind, births: Births, isAwaited?: boolean) => void} birthsOf
 * @property {(flow: Flow, fn: AnyNode, call: AnyNode, kind: Kind, births: Births, isAwaited: boolean) => void}
 *   resultBirths
 * @property {(flow: Flow, place: Place, kind: Kind, births: Births, isAwaited: boolean) => void} variableBirths
 * @property {(flow: Flow, object: Place, asked: Asked, births: Births) => void} memberBirths
 */

/**
 * @typedef {object} CallGraph
 * @property {() => void} prepare
 * @property {(call: AnyNode) => { functions: AnyNode[], isOpen: boolean }} calleesOf
 * @property {(fn: AnyNode) => { calls: AnyNode[], isOpen: boolean }} sitesOf
 * @property {(fn: AnyNode) => boolean} isLoaded
 * @property {(fn: AnyNode) => AnyNode|undefined} registrationOf
 * @property {(fn: AnyNode, index: number) => AnyNode} handlerParameter
 * @property {(fn: AnyNode) => { call: AnyNode, list: AnyNode, element: number, isReduce: boolean }|undefined} listOf
 */

const ELEMENT = Symbol('element')
const MAX_VISITS = 4_000
/** Of all questions about which functions are called. */
const MAX_ALL_VISITS = 100_000
const MAX_QUESTIONS = 12
const MAX_ROUNDS = 4

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
  /** @type {Map<string, { births: Births, isNeeded: boolean }>} */ #asked = new Map()
  /** @type {Map<string, Births>} */ #answers = new Map()
  /** @type {Map<AnyNode, number>} */ #numbers = new Map()
  /** @type {Map<Function, any>} */ #made = new Map()
  /** @type {AnyNode|undefined} */ use
  #visits = 0
  #allVisits = 0
  /** True if a search ended before it had found all. */
  wasCut = false
  #returns = 0

  /**
   * @param {ExecutedCode} code
   * @param {Follow} follow
   * @param {(flow: Flow) => CallGraph} graph
   */
  constructor (code, follow, graph) {
    this.code = code
    this.follow = follow
    this.calls = graph(this)
    code.nodes.forEach((node, index) => this.#numbers.set(node, index))
    this.calls.prepare()
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
    if (++this.#visits > MAX_VISITS || ++this.#allVisits > MAX_ALL_VISITS) {
      this.wasCut = true
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
   * Answers a question that came up during another search, for which what that one looks for has no meaning. If the
   * answer needs itself, as with a recursion, it is searched for again until it stays the same.
   * @param {Place} place
   * @param {string} what
   * @param {(births: Births) => void} search
   * @returns {Births}
   */
  ask (place, what, search) {
    const key = `${this.#keyOf(place)} ${what}`
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const before = this.#asked.get(key)
    if (before !== undefined) {
      before.isNeeded = true
      this.#returns++
      return before.births
    }
    const under = this.#under
    const returns = this.#returns
    const question = { births: new Births(), isNeeded: false }
    this.#asked.set(key, question)
    for (let round = 0; ; round++) {
      const births = new Births()
      const isTooMuch = this.#asked.size > MAX_QUESTIONS || round > MAX_ROUNDS || this.#visits > MAX_VISITS
      if (isTooMuch) {
        births.isOpen = true
        this.wasCut = true
      } else {
        this.#under = new Set()
        search(births)
        this.#under = under
      }
      const isSame = births.isOpen || births.found.size === question.births.found.size
      question.births = births
      if (!question.isNeeded || isSame) break
    }
    this.#asked.delete(key)
    // Within another question an answer may lack what that one looks for.
    if (this.#asked.size === 0 || this.#returns === returns) this.#answers.set(key, question.births)
    return question.births
  }

  /** @param {AnyNode} node @returns {boolean} false if neither the request nor the start of the program ran it */
  ran (node) {
    if (this.code.ran(node)) return true
    const fn = this.code.functionOf(node)
    return fn !== undefined && this.calls.isLoaded(fn)
  }

  /**
   * @template T
   * @param {(flow: Flow) => T} make
   * @returns {T} what it made the first time
   */
  remembered (make) {
    if (!this.#made.has(make)) this.#made.set(make, make(this))
    return this.#made.get(make)
  }

  /** @param {AnyNode} [use] what is wrong at the crash; call this before a search from outside */
  begin (use) {
    this.use = use
    this.#visits = 0
    this.wasCut = false
    if (use !== undefined) this.#allVisits = 0
  }

  /** Call this when more calls are known than before. */
  forget () {
    this.#answers.clear()
    this.#made.clear()
    this.calledOnce.clear()
  }

  /** @param {Place} place */
  #keyOf ({ node, live, keys = [] }) {
    return [this.#numbers.get(node) ?? 'none', live?.frame.index ?? '', ...keys.map(String)].join(' ')
  }
}

module.exports = { Births, ELEMENT, Flow }

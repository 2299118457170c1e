'use strict'
// Random object graphs out of every kind of value, for the fuzzer. What in them could run, counts: nothing of it may.

const { RandomNumbers } = require('./random-numbers')
const { randomKey, randomPrimitive } = require('./random-primitives')
const { KINDS, SHARED } = require('./random-objects')

/**
 * @typedef {object} Maker what the makers of objects use
 * @property {RandomNumbers} random
 * @property {import('./graph-oracle').FactsByObject} facts
 * @property {{ count: number }} ran how often code of the graph ran
 * @property {() => unknown} value any value, perhaps an object that was made before
 * @property {(code: Function) => () => any} trap
 */

/**
 * @param {number} seed
 * @returns
 *   {{ root: object, facts: import('./graph-oracle').FactsByObject, ran: { count: number }, kinds: Set<string> }}
 */
function makeRandomGraph (seed) {
  const random = new RandomNumbers(seed)
  /** @type {import('./graph-oracle').FactsByObject} */
  const facts = new Map()
  const ran = { count: 0 }
  /** @type {object[]} */
  const made = []
  /** @type {Set<string>} */
  const kinds = new Set()
  const size = 5 + random.below(60)
  let depth = 0

  /** @type {Maker} */
  const maker = {
    random,
    facts,
    ran,
    value () {
      if (made.length > 0 && random.chance(0.25)) return random.pick(made)
      if (made.length >= size || depth > 6 || random.chance(0.5)) return randomPrimitive(random)
      return makeObject()
    },
    trap: code =>
      function (/** @type {unknown[]} */ ...args) {
        ran.count++
        return code.apply(undefined, args)
      }
  }

  function makeObject () {
    const kind = random.pick(Object.keys(KINDS))
    kinds.add(kind)
    depth++
    const object = KINDS[kind](maker)
    depth--
    made.push(object)
    decorate(object)
    return object
  }

  /** Own properties, accessors and other prototypes on what was made. @param {object} object */
  function decorate (object) {
    if (
      SHARED.has(object) ||
      facts.get(object)?.proxy !== undefined ||
      facts.get(object)?.unread ||
      !Object.isExtensible(object)
    ) {
      return
    }
    for (let i = random.pick([0, 0, 1, 3]); i > 0; i--) define(object, randomKey(random))
    if (random.chance(0.04)) Object.setPrototypeOf(object, exoticPrototype(object))
    if (ArrayBuffer.isView(object)) return // not all of them can be frozen
    if (random.chance(0.03)) Object.freeze(object)
    if (random.chance(0.03)) Object.preventExtensions(object)
  }

  /** @param {object} object @param {string | symbol} key */
  function define (object, key) {
    if (Object.getOwnPropertyDescriptor(object, key)?.configurable === false) return
    if (Array.isArray(object) && typeof key === 'string' && Number(key) > 1e6) return
    if (ArrayBuffer.isView(object) && typeof key === 'string' && String(Number(key)) === key) return
    const enumerable = random.chance(0.8)
    if (random.chance(0.2)) {
      const get = random.chance(0.7) ? maker.trap(() => 1) : undefined
      if (key === 'stack') return
      Object.defineProperty(object, key, {
        get,
        set: get === undefined || random.chance(0.3) ? maker.trap(() => {}) : undefined,
        enumerable,
        configurable: true
      })
    } else {
      const value = maker.value()
      if (key === 'stack') facts.set(object, { ...facts.get(object), stackIsData: true })
      Object.defineProperty(object, key, { value, enumerable, writable: random.chance(0.8), configurable: true })
    }
  }

  /** @param {object} object */
  function exoticPrototype (object) {
    const known = facts.get(object)
    if (known !== undefined) facts.set(object, { ...known, className: undefined })
    switch (random.below(4)) {
      case 0:
        return null
      case 1:
        return KINDS.proxy(maker)
      case 2:
        return random.pick([Array.prototype, Map.prototype, Function.prototype, Error.prototype])
      default: {
        const prototype = { inherited: maker.value() }
        Object.defineProperty(prototype, 'trap', { get: maker.trap(() => 1) })
        Object.defineProperty(prototype, '5', { get: maker.trap(() => 1) })
        Object.defineProperty(prototype, Symbol.toStringTag, { get: maker.trap(() => 'Tag') })
        return prototype
      }
    }
  }

  const root = { first: makeObject(), rest: /** @type {unknown[]} */ ([]) }
  while (made.length < size) root.rest.push(maker.value())
  return { root, facts, ran, kinds }
}

module.exports = { makeRandomGraph }

'use strict'
// Every object inherits what an application has added to Object.prototype and Array.prototype, also the objects of
// Node.js: a `toJSON` there is called for each command to the inspector, and an accessor named `params` makes the
// commands fail (test/workarounds/inspector-inherits.js, Node.js 20 to 26). Where the application has replaced the
// iterator of arrays, a module of Node.js that is loaded late calls it (test/workarounds/late-module-iterator.js,
// Node.js 20 to 26). While the collector works these prototypes are what they were when it was loaded.

const { ObjectCreate, ReflectOwnKeys, uncurryThis } = require('./primordials')
const { withCleanup } = require('./cleanup')

const { defineProperty, deleteProperty, isExtensible, setPrototypeOf } = Reflect
const getDescriptor = Object.getOwnPropertyDescriptor
const getOriginal = uncurryThis(/** @type {(key: PropertyKey) => Original | undefined} */ (Map.prototype.get))

/** Stands for a property of a prototype that takes no new ones: deleted, it could not be put back. */
const NOTHING = Object.freeze({
  __proto__: null,
  value: undefined,
  writable: true,
  enumerable: false,
  configurable: true
})

/** @typedef {PropertyDescriptor} Original */
/** @typedef {{ prototype: object, key: PropertyKey, descriptor: PropertyDescriptor }} Taken */

/** All keys of these are looked at, */
const WHOLE = [Object.prototype, Array.prototype].map(prototype => ({
  prototype,
  originals: originalsOf(prototype, Reflect.ownKeys(prototype))
}))

/**
 * and of these the one that Node.js calls, when it makes a Map or a Set of an array.
 * @type {[object, PropertyKey][]}
 */
const CALLED = [
  [Object.getPrototypeOf([][Symbol.iterator]()), 'next'],
  [Map.prototype, 'set'],
  [Set.prototype, 'add']
]
const PARTLY = CALLED.map(([prototype, key]) => ({ prototype, key, originals: originalsOf(prototype, [key]) }))

/**
 * @param {object} prototype
 * @param {PropertyKey[]} keys
 * @returns {Map<PropertyKey, Original>}
 */
function originalsOf (prototype, keys) {
  return new Map(keys.map(key => [key, plainDescriptor(prototype, key)]))
}

/**
 * Without a prototype: it would have `get` from Object.prototype, when an application has added that, and describe
 * nothing when it is used.
 * @param {object} prototype
 * @param {PropertyKey} key that it has
 */
function plainDescriptor (prototype, key) {
  const descriptor = /** @type {PropertyDescriptor} */ (getDescriptor(prototype, key))
  setPrototypeOf(descriptor, null)
  return descriptor
}

/**
 * Only enterCollector() calls this.
 *
 * @template T
 * @param {() => T} work synchronous
 * @returns {T}
 */
function withPlainPrototypes (work) {
  /** @type {Taken[]} */
  const taken = ObjectCreate(null)
  let count = 0
  const take = (/** @type {Taken} */ one) => {
    taken[count++] = one
  }
  return withCleanup(
    () => {
      for (let p = 0; p < WHOLE.length; p++) {
        const { prototype, originals } = WHOLE[p]
        const now = ReflectOwnKeys(prototype)
        for (let i = 0; i < now.length; i++) restore(prototype, now[i], originals, take)
      }
      for (let p = 0; p < PARTLY.length; p++) restore(PARTLY[p].prototype, PARTLY[p].key, PARTLY[p].originals, take)
      return work()
    },
    () => {
      for (let i = 0; i < count; i++) defineProperty(taken[i].prototype, taken[i].key, taken[i].descriptor)
    }
  )
}

/**
 * @param {object} prototype
 * @param {PropertyKey} key
 * @param {Map<PropertyKey, Original>} originals
 * @param {(taken: Taken) => void} take is called with what is taken away before it is
 */
function restore (prototype, key, originals, take) {
  const original = getOriginal(originals, key)
  const found = getDescriptor(prototype, key)
  if (found === undefined) return
  setPrototypeOf(found, null)
  if (original !== undefined && isSame(found, original)) return
  // What has been made read-only for good stays.
  if (!found.configurable && (original === undefined || !found.writable)) return
  take({ prototype, key, descriptor: found })
  if (original !== undefined) defineProperty(prototype, key, found.configurable ? original : valueOnly(original))
  else if (isExtensible(prototype)) deleteProperty(prototype, key)
  else defineProperty(prototype, key, NOTHING)
}

/**
 * @param {PropertyDescriptor} found
 * @param {Original} original
 */
function isSame (found, original) {
  return (
    found.value === original.value &&
    found.get === original.get &&
    found.set === original.set &&
    found.enumerable === original.enumerable
  )
}

/** @param {Original} original */
function valueOnly (original) {
  const descriptor = ObjectCreate(null)
  descriptor.value = original.value
  return descriptor
}

module.exports = { withPlainPrototypes }

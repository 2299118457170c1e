'use strict'
// Makes the prototypes plain while the collector works: as they were when it was loaded. Every object inherits what an
// application has added to Object.prototype and Array.prototype, also the objects of Node.js. A `toJSON` there is
// called for each command to the inspector, and an accessor named `params` makes the commands fail
// (test/workarounds/inspector-inherits.js, Node.js 20 to 26). If the application has replaced the iterator of arrays, a
// module of Node.js that is loaded late calls that (test/workarounds/late-module-iterator.js, Node.js 20 to 26).

const { ObjectCreate, ObjectHasOwn, ReflectOwnKeys, uncurryThis } = require('./primordials')
const { withCleanup } = require('./cleanup')

const { defineProperty, deleteProperty, isExtensible, setPrototypeOf } = Reflect
const getDescriptor = Object.getOwnPropertyDescriptor
const getOriginal = uncurryThis(/** @type {(key: PropertyKey) => Original | undefined} */ (Map.prototype.get))

/** Replaces a property of a prototype that is not extensible: if it were deleted, it could not be put back. */
const NOTHING = Object.freeze({
  __proto__: null,
  value: undefined,
  writable: true,
  enumerable: false,
  configurable: true
})

/** @typedef {PropertyDescriptor} Original */
/** @typedef {{ prototype: object, key: PropertyKey, descriptor: PropertyDescriptor }} Taken */

/** Prototypes of which all keys are made plain. */
const WHOLE = [Object.prototype, Array.prototype].map(prototype => ({
  prototype,
  originals: originalsOf(prototype, Reflect.ownKeys(prototype))
}))

/**
 * Methods that are made plain one by one: those that the language calls when Node.js makes a Map or a Set of an array.
 * @type {[object, PropertyKey][]}
 */
const CALLED = [
  [Object.getPrototypeOf([][Symbol.iterator]()), 'next'],
  [Map.prototype, 'set'],
  [Set.prototype, 'add']
]
const PARTLY = CALLED.map(([prototype, key]) => ({ prototype, key, originals: originalsOf(prototype, [key]) }))

/** @param {object} prototype @param {PropertyKey[]} keys @returns {Map<PropertyKey, Original>} */
function originalsOf (prototype, keys) {
  return new Map(keys.map(key => [key, plainDescriptor(prototype, key)]))
}

/**
 * Makes a descriptor without a prototype. Otherwise it would inherit a `get` that an application has added to
 * Object.prototype, and defineProperty() would refuse it.
 * @param {object} prototype
 * @param {PropertyKey} key of one of its own properties
 */
function plainDescriptor (prototype, key) {
  const descriptor = /** @type {PropertyDescriptor} */ (getDescriptor(prototype, key))
  setPrototypeOf(descriptor, null)
  return descriptor
}

/**
 * Runs `work` with plain prototypes, and puts back afterwards what was there. Only enterCollector() calls this.
 *
 * @template T
 * @param {() => T} work synchronous
 * @returns {T} the result of `work`
 */
function withPlainPrototypes (work) {
  return withCleanup(() => {
    makePlain()
    return work()
  }, putBack)
}

/**
 * Runs a function of the application within withPlainPrototypes(), with the prototypes as the application has them.
 *
 * @template T
 * @param {() => T} work synchronous
 * @returns {T} the result of `work`
 */
function withApplicationPrototypes (work) {
  return withCleanup(() => {
    putBack()
    return work()
  }, makePlain)
}

/** The properties that makePlain() has changed. @type {Taken[]} */
const taken = ObjectCreate(null)
let count = 0

function makePlain () {
  for (let p = 0; p < WHOLE.length; p++) {
    const { prototype, originals } = WHOLE[p]
    const now = ReflectOwnKeys(prototype)
    for (let i = 0; i < now.length; i++) restore(prototype, now[i], originals)
  }
  for (let p = 0; p < PARTLY.length; p++) restore(PARTLY[p].prototype, PARTLY[p].key, PARTLY[p].originals)
}

function putBack () {
  for (let i = 0; i < count; i++) defineProperty(taken[i].prototype, taken[i].key, taken[i].descriptor)
  count = 0
}

/**
 * Makes one property as it was when the collector was loaded.
 * @param {object} prototype
 * @param {PropertyKey} key
 * @param {Map<PropertyKey, Original>} originals
 */
function restore (prototype, key, originals) {
  const original = getOriginal(originals, key)
  const found = getDescriptor(prototype, key)
  if (found === undefined) return
  if (original !== undefined && isSame(found, original)) return
  setPrototypeOf(found, null)
  // A property that was made read-only for good stays as it is.
  if (!found.configurable && (original === undefined || !found.writable)) return
  taken[count++] = { prototype, key, descriptor: found }
  if (original !== undefined) defineProperty(prototype, key, found.configurable ? original : valueOnly(original))
  else if (isExtensible(prototype)) deleteProperty(prototype, key)
  else defineProperty(prototype, key, NOTHING)
}

// Reads own properties only. To take each descriptor's prototype away would take most of makePlain()'s time.
/** @param {PropertyDescriptor} found @param {Original} original */
function isSame (found, original) {
  if (found.enumerable !== original.enumerable) return false
  if (ObjectHasOwn(found, 'value')) return ObjectHasOwn(original, 'value') && found.value === original.value
  return !ObjectHasOwn(original, 'value') && found.get === original.get && found.set === original.set
}

/** @param {Original} original */
function valueOnly (original) {
  const descriptor = ObjectCreate(null)
  descriptor.value = original.value
  return descriptor
}

module.exports = { withApplicationPrototypes, withPlainPrototypes }

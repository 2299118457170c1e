'use strict'
// What an application has added to Object.prototype and Array.prototype is inherited by every object, also by Node.js's own: a `toJSON` there
// runs for each command to the inspector, an accessor named `params` makes them fail. While the collector works it is taken away.

const { ReflectOwnKeys, uncurryThis } = require('./primordials')
const { andThenUndo } = require('./undoing')

const { defineProperty, deleteProperty, isExtensible, setPrototypeOf } = Reflect
const getDescriptor = Object.getOwnPropertyDescriptor
const has = uncurryThis(/** @type {(key: PropertyKey) => boolean} */ (Set.prototype.has))

/** Stands for a property of a prototype that takes no new ones: deleted, it could not be put back. */
const NOTHING = Object.freeze({ __proto__: null, value: undefined, writable: true, enumerable: false, configurable: true })

const PROTOTYPES = [Object.prototype, Array.prototype].map(prototype => ({ prototype, keys: new Set(Reflect.ownKeys(prototype)) }))

/** @typedef {{ prototype: object, key: PropertyKey, descriptor: PropertyDescriptor }} Taken */

/**
 * @template T
 * @param {() => T} work synchronous, runs no code of the application
 * @returns {T}
 */
function withPlainPrototypes (work) {
  /** @type {Taken[]} */
  const taken = []
  return andThenUndo(() => {
    takeAway(taken)
    return work()
  }, () => {
    for (let i = 0; i < taken.length; i++) defineProperty(taken[i].prototype, taken[i].key, taken[i].descriptor)
  })
}

/** @param {Taken[]} taken gets what is taken away, each before it is: nothing, as a rule */
function takeAway (taken) {
  for (let p = 0; p < PROTOTYPES.length; p++) {
    const { prototype, keys } = PROTOTYPES[p]
    const now = ReflectOwnKeys(prototype)
    for (let i = 0; i < now.length; i++) {
      const key = now[i]
      if (has(keys, key)) continue
      const descriptor = /** @type {PropertyDescriptor} */ (getDescriptor(prototype, key))
      // Or it would have `get` from Object.prototype, when an application has added that, and describe nothing when it is put back.
      setPrototypeOf(descriptor, null)
      if (!descriptor.configurable) continue
      taken[taken.length] = { prototype, key, descriptor }
      if (!(isExtensible(prototype) ? deleteProperty(prototype, key) : defineProperty(prototype, key, NOTHING))) taken.length--
    }
  }
}

module.exports = { withPlainPrototypes }

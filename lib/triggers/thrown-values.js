'use strict'
// Remembers what was thrown, without keeping it alive, so that a reported value can be told to be one of them.

const { isObject } = require('../capture/error-text')
const { uncurryThis } = require('../capture/primordials')

const WeakRefConstructor = WeakRef
const deref = uncurryThis(/** @type {() => object | undefined} */ (WeakRef.prototype.deref))
const is = Object.is

/**
 * @typedef {{ id: number, ref: WeakRef<object> | null, value: unknown, uncaught: boolean }} Thrown value of a primitive
 */

/** @param {number} kept */
function thrownValues (kept) {
  /** @type {Thrown[]} oldest first */
  let all = []

  /** @param {Thrown} thrown */
  const valueOf = ({ ref, value }) => ref === null ? value : deref(ref)

  return {
    /**
     * @param {number} id of the capture
     * @param {unknown} value
     * @param {boolean} uncaught
     */
    add (id, value, uncaught) {
      const next = []
      for (let i = all.length >= kept ? 1 : 0; i < all.length; i++) next[next.length] = all[i]
      next[next.length] = isObject(value)
        ? { id, ref: new WeakRefConstructor(value), value: undefined, uncaught }
        : { id, ref: null, value, uncaught }
      all = next
    },

    /**
     * @param {unknown} value
     * @returns {number[]} ids of its captures, latest first
     */
    find (value) {
      const ids = []
      for (let i = all.length - 1; i >= 0; i--) if (is(valueOf(all[i]), value)) ids[ids.length] = all[i].id
      return ids
    },

    /**
     * @param {(value: unknown) => boolean} test
     * @returns {unknown[]} the latest uncaught value that passes, or nothing
     */
    lastUncaught (test) {
      for (let i = all.length - 1; i >= 0; i--) if (all[i].uncaught && test(valueOf(all[i]))) return [valueOf(all[i])]
      return []
    }
  }
}

module.exports = { thrownValues }

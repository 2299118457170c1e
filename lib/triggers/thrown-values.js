'use strict'
// Remembers what was thrown, without keeping it alive, so that a reported value can be told to be one of them.

const { isObject } = require('../capture/error-text')
const { uncurryThis } = require('../capture/primordials')

const WeakRefConstructor = WeakRef
const deref = uncurryThis(/** @type {() => object | undefined} */ (WeakRef.prototype.deref))
const is = Object.is

/** Of another context, from which it cannot be brought here. */
const UNREACHABLE = Symbol('unreachable')

/**
 * @typedef {{ id: number, ref: WeakRef<object> | null, value: unknown, uncaught: boolean }} Thrown `value` of a primitive
 */

/** @param {number} kept */
function thrownValues (kept) {
  /** @type {Thrown[]} oldest first */
  let all = []

  /** @param {Thrown} thrown */
  const valueOf = ({ ref, value }) => ref === null ? value : deref(ref) ?? UNREACHABLE

  /** @param {(value: unknown, thrown: Thrown) => boolean} test */
  const last = test => {
    for (let i = all.length - 1; i >= 0; i--) if (test(valueOf(all[i]), all[i])) return all[i]
    return null
  }

  return {
    /**
     * @param {number} id of the capture
     * @param {unknown} value or UNREACHABLE
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

    /** @returns {number} id of the latest capture of a value that is known to have been thrown and no more; 0 for none */
    lastUnreachable: () => last((value, { ref }) => ref === null && value === UNREACHABLE)?.id ?? 0,

    /**
     * @param {(value: unknown) => boolean} test
     * @returns {[unknown] | null} the latest uncaught value that passes
     */
    lastUncaught (test) {
      const found = last((value, { uncaught }) => uncaught && value !== UNREACHABLE && test(value))
      return found === null ? null : [valueOf(found)]
    }
  }
}

module.exports = { thrownValues, UNREACHABLE }

'use strict'
// Remembers thrown values without keeping them alive, so that a reported value can be recognised as one of them.

const { isObject } = require('../safe/data-property')
const { WeakRefDeref } = require('../safe/reflection')

const WeakRefConstructor = WeakRef
const is = Object.is

/** Stands for a value of another context, which the inspector does not hand over. */
const UNREACHABLE = Symbol('unreachable')

/**
 * @typedef {{ id: number, site: string, uncaught: boolean }} Throw id: of the capture; uncaught: V8 saw no handler
 * @typedef {Throw & { ref: WeakRef<object> | null, value: unknown }} Thrown ref: of an object; value: a primitive
 */

/** @param {number} kept number of throws that are remembered */
function createThrownValues (kept) {
  /** @type {Thrown[]} oldest first */
  let all = []

  /** @param {Thrown} thrown */
  const valueOf = ({ ref, value }) => (ref === null ? value : (WeakRefDeref(ref) ?? UNREACHABLE))

  /** @param {(value: unknown, thrown: Thrown) => boolean} test */
  const last = test => {
    for (let i = all.length - 1; i >= 0; i--) if (test(valueOf(all[i]), all[i])) return all[i]
    return null
  }

  return {
    /**
     * @param {unknown} value or UNREACHABLE
     * @param {Throw} of
     */
    add (value, of) {
      const next = []
      for (let i = all.length >= kept ? 1 : 0; i < all.length; i++) next[next.length] = all[i]
      next[next.length] = isObject(value)
        ? { ...of, ref: new WeakRefConstructor(value), value: undefined }
        : { ...of, ref: null, value }
      all = next
    },

    /**
     * Forgets the earlier throws of a value. Call this when a new throw of the value was not captured.
     * @param {unknown} value
     */
    forget (value) {
      const next = []
      for (let i = 0; i < all.length; i++) if (!is(valueOf(all[i]), value)) next[next.length] = all[i]
      all = next
    },

    /**
     * @param {unknown} value
     * @returns {Throw[]} latest first
     */
    find (value) {
      const found = []
      for (let i = all.length - 1; i >= 0; i--) {
        if (value !== UNREACHABLE && is(valueOf(all[i]), value)) found[found.length] = all[i]
      }
      return found
    },

    /**
     * @returns {number} id of the latest capture whose value is UNREACHABLE; 0 for none
     */
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

module.exports = { createThrownValues, UNREACHABLE }

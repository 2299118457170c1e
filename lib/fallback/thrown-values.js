'use strict'
// Remembers what was thrown, without keeping it alive, so that a reported value can be told to be one of them.

const { isObject } = require('../safe/data-property')
const { WeakRefDeref } = require('../safe/reflection')

const WeakRefConstructor = WeakRef
const is = Object.is

/** Stands for a value of another context, which cannot be brought here. */
const UNREACHABLE = Symbol('unreachable')

/**
 * @typedef {{ id: number, site: string, uncaught: boolean }} Throw of one capture: where, and whether V8 saw a handler
 * @typedef {Throw & { ref: WeakRef<object> | null, value: unknown }} Thrown `value` of a primitive
 */

/** @param {number} kept */
function thrownValues (kept) {
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

    /** @param {unknown} value thrown by somebody who could not be looked at: what is known of it is no longer true */
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
     * @returns {number} id of the latest capture of a value that is known to have been thrown and no more; 0 for none
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

module.exports = { thrownValues, UNREACHABLE }

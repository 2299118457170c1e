'use strict'
// What the application wants to find in a dump. Values are kept as they are and read only when a dump is written.

/** More would be a leak of the application's. */
const MAX_ANNOTATIONS = 100

function annotationStore () {
  /** @type {Record<string, unknown>} */
  const values = Object.create(null)
  let count = 0
  return {
    /**
     * @param {string} key
     * @param {unknown} value undefined removes the key
     */
    set (key, value) {
      const known = key in values
      if (value === undefined) {
        if (known) count--
        delete values[key]
        return
      }
      if (!known && count >= MAX_ANNOTATIONS) return
      if (!known) count++
      values[key] = value
    },

    /**
     * @template T
     * @param {(value: object) => T} readValue
     * @param {Record<string, unknown>} [more] of one dump alone
     * @returns {T | null} null when there are none
     */
    read (readValue, more) {
      return count === 0 && more === undefined ? null : readValue({ __proto__: null, ...values, ...more })
    }
  }
}

module.exports = { annotationStore }

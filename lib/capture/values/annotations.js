'use strict'
// Keeps the annotations of the application. The values are kept as they are, and read when a dump is written.

const { isObject } = require('../../safe/data-property')
const { ObjectCreate, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, isProxy } = require('../../safe/primordials')

/** More keys than this would be a leak in the application. */
const MAX_ANNOTATIONS = 100

const { defineProperty } = Object

function annotationStore () {
  /** @type {Record<string, unknown>} */
  const values = ObjectCreate(null)
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
      if (count === 0 && more === undefined) return null
      const all = { __proto__: null, ...values }
      addProperties(all, more)
      return readValue(all)
    }
  }
}

/**
 * Copies enumerable properties. Accessors are copied and not called, because one that throws would cost the dump.
 * @param {object} target
 * @param {unknown} source of the application
 */
function addProperties (target, source) {
  if (!isObject(source) || isProxy(source)) return
  const keys = ReflectOwnKeys(source)
  for (let i = 0; i < keys.length; i++) {
    const descriptor = ReflectGetOwnPropertyDescriptor(source, keys[i])
    if (descriptor?.enumerable) defineProperty(target, keys[i], descriptor)
  }
}

module.exports = { annotationStore }

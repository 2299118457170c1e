'use strict'
// Keeps the annotations of the application. The values are kept as they are, and read when a dump is written.
// Functions are called then.

const { isObject } = require('../../safe/data-property')
const { ObjectCreate, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, isProxy } = require('../../safe/primordials')

/** More keys than this would be a leak in the application. */
const MAX_ANNOTATIONS = 100

const { defineProperty } = Object
const PROPERTY = { __proto__: null, writable: true, enumerable: true, configurable: true }

function createAnnotationStore () {
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
     * @param {(callee: Function, key: string) => { value: unknown } | null} call calls an annotation that is a
     *   function; null if it has no result
     * @param {Record<string, unknown>} [more] of one dump alone
     * @returns {object | null} null when there are none
     */
    all (call, more) {
      if (count === 0 && more === undefined) return null
      /** @type {Record<string, unknown>} */
      const all = { __proto__: /** @type {never} */ (null), ...values }
      addProperties(all, more)
      callFunctions(all, call)
      return all
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

/**
 * Puts the results of functions in their place.
 * @param {Record<string, unknown>} all
 * @param {(callee: Function, key: string) => { value: unknown } | null} call
 */
function callFunctions (all, call) {
  const keys = ReflectOwnKeys(all)
  for (let i = 0; i < keys.length; i++) {
    const value = ReflectGetOwnPropertyDescriptor(all, keys[i])?.value
    if (typeof value !== 'function' || typeof keys[i] !== 'string') continue
    const key = /** @type {string} */ (keys[i])
    const result = call(value, key)
    if (result === null) delete all[key]
    else defineProperty(all, key, { ...PROPERTY, value: result.value })
  }
}

module.exports = { createAnnotationStore }

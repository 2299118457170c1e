'use strict'
// Reads objects without running code of the application: data properties, and getters that are built in.

const {
  FunctionToString,
  ObjectGetPrototypeOf,
  ReflectGetOwnPropertyDescriptor,
  StringStartsWith,
  isProxy
} = require('./primordials')

const MAX_PROTOTYPES = 20

/**
 * Reads a data property of an object or of its prototypes. Accessors are not called, and Proxies are not read.
 * @param {unknown} object
 * @param {string | symbol} key
 * @returns {unknown} undefined for an accessor, and when there is no such property
 */
function dataProperty (object, key) {
  let holder = object
  for (let i = 0; i < MAX_PROTOTYPES && isObject(holder) && !isProxy(holder); i++) {
    const descriptor = ReflectGetOwnPropertyDescriptor(holder, key)
    if (descriptor !== undefined) return descriptor.value
    holder = ObjectGetPrototypeOf(holder)
  }
  return undefined
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isObject (value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/**
 * Tells a getter of V8 by its text, because each context has a getter of its own
 * (test/workarounds/stack-accessor-per-context.js, Node.js 22 to 26). A bound function of the application has the same
 * text (test/workarounds/bound-function-text.js, Node.js 20 to 26), but another name.
 * @param {Function | undefined} getter
 */
function isBuiltinGetter (getter) {
  if (getter === undefined || isProxy(getter) || FunctionToString(getter) !== 'function () { [native code] }') {
    return false
  }
  const name = ReflectGetOwnPropertyDescriptor(getter, 'name')?.value
  return typeof name === 'string' && !StringStartsWith(name, 'bound ')
}

module.exports = { dataProperty, isBuiltinGetter, isObject }

'use strict'
// Reading an object without running code of the application: data properties, and getters that are V8's or Node.js's.

const {
  FunctionToString,
  ObjectGetPrototypeOf,
  ReflectGetOwnPropertyDescriptor,
  StringStartsWith,
  isProxy
} = require('./primordials')

const MAX_PROTOTYPES = 20

/**
 * A data property of the object or of what it inherits from; accessors are not run, Proxies not asked.
 * @param {unknown} object
 * @param {string | symbol} key
 * @returns {unknown}
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
 * Each context has a getter of its own (test/workarounds/stack-accessor-per-context.js, Node.js 22 to 26), so it is
 * known by its text. A bound function of the application has the same text (test/workarounds/bound-function-text.js,
 * Node.js 20 to 26), but another name.
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

'use strict'
// Which objects may be shown to the inspector: to describe one it reads the stack of an error, looks for `splice` and
// `length`, and follows prototypes, where code of the application may wait.

const { isNativeError, isProxy, ObjectGetPrototypeOf, ReflectGetOwnPropertyDescriptor } = require('./primordials')
const { ObjectHasOwn, ReflectOwnKeys } = require('./object-primordials')

const ObjectPrototype = Object.prototype
const ArrayPrototype = Array.prototype
const FunctionPrototype = Function.prototype
const MAX_PROTOTYPES = 50

/**
 * @param {unknown} value
 * @param {boolean} mayReadStacks
 */
function isShowable (value, mayReadStacks) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || isProxy(value)) return true
  if (isNativeError(value) && (!mayReadStacks || isAccessor(value, 'stack'))) return false
  if (isAccessor(value, 'length')) return false
  /** @type {unknown} */
  let holder = value
  for (let i = 0; i < MAX_PROTOTYPES; i++) {
    if (isAccessor(/** @type {object} */ (holder), 'splice')) return false
    holder = ObjectGetPrototypeOf(holder)
    if (holder === null || holder === ObjectPrototype || holder === ArrayPrototype || holder === FunctionPrototype) return true
    if (isProxy(holder)) return false
  }
  return false
}

/**
 * @param {object} object no Proxy
 * @param {string} key
 */
function isAccessor (object, key) {
  const descriptor = ReflectGetOwnPropertyDescriptor(object, key)
  return descriptor !== undefined && !ObjectHasOwn(descriptor, 'value')
}

/**
 * The inspector describes each property of an object that it is asked about.
 * @param {object} object
 * @param {boolean} mayReadStacks
 */
function isAskable (object, mayReadStacks) {
  if (isProxy(object)) return true
  if (!isShowable(object, mayReadStacks)) return false
  const keys = ReflectOwnKeys(object)
  for (let i = 0; i < keys.length; i++) {
    // Error.captureStackTrace gives one to any object, and in Node.js 20 looking at its descriptor formats it.
    if (keys[i] === 'stack' && !mayReadStacks) return false
    const descriptor = ReflectGetOwnPropertyDescriptor(object, keys[i])
    if (descriptor !== undefined && ObjectHasOwn(descriptor, 'value') && !isShowable(descriptor.value, mayReadStacks)) return false
  }
  return true
}

module.exports = { isAskable, isShowable }

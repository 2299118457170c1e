'use strict'
// Decides which objects may be shown to the inspector. To describe an object the inspector may call accessors of the
// application: `stack` of an error (test/workarounds/inspector-formats-stacks.js, Node.js 20 to 26), `name` and
// `message` of an error (test/workarounds/inspector-reads-error-name.js, Node.js 24), `splice` and `length` of any
// object (test/workarounds/inspector-reads-splice.js, Node.js 20). These may be inherited, also through a Proxy.

const { isBuiltinGetter } = require('../../safe/data-property')
const {
  ArrayIsArray,
  ObjectGetPrototypeOf,
  ObjectHasOwn,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  isNativeError,
  isProxy
} = require('../../safe/primordials')
const { StringValueOf, TypedArrayLength, types } = require('../../safe/reflection')
const { areStacksDeferred } = require('../deferred-stacks')

const ObjectPrototype = Object.prototype
const ArrayPrototype = Array.prototype
const FunctionPrototype = Function.prototype
const ErrorPrototype = Error.prototype
const MAX_PROTOTYPES = 50

/** The inspector describes each property of an object, so objects with more properties are not asked about. */
const MAX_NAMES = 1000
/** The inspector does not describe elements, but V8 makes a string of each index to list the other keys. */
const MAX_ELEMENTS = 10_000

/** True if the inspector runs no code of the application when it describes the value. @param {unknown} value */
function isShowable (value) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || isProxy(value)) return true
  if (isAccessor(value, 'length')) return false
  const isError = isNativeError(value)
  if (isError && (!areStacksDeferred() || hasOwnStackAccessor(value))) return false
  let isOfMainContext = false
  /** @type {unknown} */
  let holder = value
  for (let i = 0; i < MAX_PROTOTYPES; i++) {
    if (isAccessor(/** @type {object} */ (holder), 'splice')) return false
    if (
      isError &&
      (isAccessor(/** @type {object} */ (holder), 'message') || isAccessor(/** @type {object} */ (holder), 'name'))
    ) {
      return false
    }
    holder = ObjectGetPrototypeOf(holder)
    isOfMainContext ||= holder === ErrorPrototype
    if (holder === null || holder === ObjectPrototype || holder === ArrayPrototype || holder === FunctionPrototype) {
      // Stacks are deferred for errors of the main context only, so no other error is shown.
      return !isError || isOfMainContext
    }
    if (isProxy(holder)) return false
  }
  return false
}

/**
 * @param {object} object no Proxy
 * @param {string} key not `stack`
 */
function isAccessor (object, key) {
  const descriptor = ReflectGetOwnPropertyDescriptor(object, key)
  return descriptor !== undefined && !ObjectHasOwn(descriptor, 'value')
}

/**
 * @param {object} error
 */
function hasOwnStackAccessor (error) {
  const descriptor = stackDescriptor(error)
  return descriptor !== null && descriptor !== undefined && !ObjectHasOwn(descriptor, 'value')
}

/**
 * Reads the descriptor of an own `stack`. V8 11 formats an error's stack for that
 * (test/workarounds/descriptor-formats-stack.js, Node.js 20).
 * @param {object} object no Proxy
 * @returns {PropertyDescriptor | undefined | null} null for V8's accessor (from Node.js 22 on), and for a stack whose
 *   formatting throws (Node.js 20)
 */
function stackDescriptor (object) {
  try {
    const descriptor = ReflectGetOwnPropertyDescriptor(object, 'stack')
    if (descriptor === undefined || ObjectHasOwn(descriptor, 'value')) return descriptor
    return isBuiltinGetter(descriptor.get) ? null : descriptor
  } catch {
    return null
  }
}

/**
 * True if the object has so many properties that the inspector, or isAskable(), would take too long.
 * @param {object} object
 */
function isTooLarge (object) {
  if (isProxy(object)) return false
  if (ArrayIsArray(object)) return object.length > MAX_ELEMENTS
  if (types.isTypedArray(object)) return TypedArrayLength(object) > MAX_ELEMENTS
  if (types.isStringObject(object) && StringValueOf(object).length > MAX_ELEMENTS) return true
  return ReflectOwnKeys(object).length > MAX_NAMES
}

/**
 * True if the inspector may be asked about the object. It describes each property, so each must be showable.
 * @param {object} object that is not too large
 */
function isAskable (object) {
  if (isProxy(object)) return true
  if (!isShowable(object)) return false
  const keys = ReflectOwnKeys(object)
  for (let i = 0; i < keys.length; i++) {
    const descriptor = keys[i] === 'stack' ? stackDescriptor(object) : ReflectGetOwnPropertyDescriptor(object, keys[i])
    if (descriptor && ObjectHasOwn(descriptor, 'value') && !isShowable(descriptor.value)) return false
    if (descriptor === null && !areStacksDeferred()) return false
  }
  return true
}

module.exports = { isAskable, isTooLarge }

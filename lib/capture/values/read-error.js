'use strict'
// Reads from a reported value the texts that describe it, without running code of the application: names are read from
// data properties. The stack of an error is read only when the process reports the error.

const {
  BigIntAsIntN,
  ReflectGetOwnPropertyDescriptor,
  String,
  isNativeError,
  isProxy
} = require('../../safe/primordials')
const { dataProperty, isBuiltinGetter, isObject } = require('../../safe/data-property')

/**
 * @typedef {object} ErrorNames
 * @property {string} className
 * @property {string} name its `name`, or the class
 * @property {string} message '' if it has none
 */

/**
 * The texts of a value, whole and not redacted. Primitives and proxies have one text, other values names and perhaps a
 * stack. isError: true for what V8 takes for an error.
 * @typedef {{ text: string, className?: string } | ErrorNames & { text: null, isError: boolean, stack?: string }}
 *   ReadError
 */

/** A BigInt with more bits takes long to be written as decimal digits. */
const MAX_BIGINT_BITS = 4096

/**
 * @param {unknown} value
 * @returns {ReadError}
 */
function readError (value) {
  if (!isObject(value)) return { text: isHugeBigInt(value) ? 'bigint' : String(value) }
  if (isProxy(value)) return { className: 'Proxy', text: 'Proxy' }
  const stack = stackOf(/** @type {Error} */ (value))
  return { ...readNames(value), text: null, isError: isNativeError(value), stack }
}

/** @param {unknown} value */
function isHugeBigInt (value) {
  return typeof value === 'bigint' && BigIntAsIntN(MAX_BIGINT_BITS, value) !== value
}

/**
 * Reads a stack. The first read formats the stack for good (test/workarounds/stack-formatted-once.js, Node.js 20 to
 * 26), so errors are described when Node.js is about to print them, or when the application's handlers have had them.
 * An accessor of the application is not called. V8's own accessor is a property of the error itself
 * (test/workarounds/stack-accessor.js, Node.js 22 to 26).
 * @param {Error} error
 * @returns {string | undefined}
 */
function stackOf (error) {
  try {
    const descriptor = ReflectGetOwnPropertyDescriptor(error, 'stack')
    if (descriptor === undefined) return undefined
    if (descriptor.get === undefined) return typeof descriptor.value === 'string' ? descriptor.value : undefined
    if (!isBuiltinGetter(descriptor.get)) return undefined
    const stack = error.stack
    return typeof stack === 'string' ? stack : undefined
  } catch {
    // Error.prepareStackTrace of the application has thrown. V8 11 calls it even for the descriptor
    // (test/workarounds/descriptor-formats-stack.js, Node.js 20).
    return undefined
  }
}

/**
 * @param {object} value
 * @returns {ErrorNames}
 */
function readNames (value) {
  const constructor = dataProperty(value, 'constructor')
  const className = typeof constructor === 'function' ? dataProperty(constructor, 'name') : undefined
  const name = dataProperty(value, 'name')
  const message = dataProperty(value, 'message')
  // The `constructor` of some errors of Node.js is an accessor (test/workarounds/constructor-accessor.js, Node.js 20 to
  // 26).
  const known = isName(className) ? className : isNativeError(value) && isName(name) ? name : 'Object'
  return {
    className: known,
    name: typeof name === 'string' ? name : known,
    message: typeof message === 'string' ? message : ''
  }
}

/**
 * @param {unknown} name
 * @returns {name is string}
 */
function isName (name) {
  return typeof name === 'string' && name !== ''
}

/**
 * Describes an error of the collector. Anything may have been thrown, so no code of the application is run here either.
 * @param {unknown} error
 * @returns {string} name and message
 */
function errorLine (error) {
  if (!isObject(error)) return String(error)
  const { name, message } = readNames(error)
  return `${name}: ${message}`
}

module.exports = { errorLine, readError }

'use strict'
// What a reported value says of itself, without running code of the application: names come from data properties, the
// stack from the error only once the process reports it.

const {
  FunctionToString, ObjectGetPrototypeOf, ReflectGetOwnPropertyDescriptor, RegExpExec, String, StringIndexOf, StringSlice,
  StringStartsWith, isNativeError, isProxy
} = require('./primordials')

/**
 * @typedef {import('../dump/format').StackFrame} StackFrame
 */

const STACK_LINE = /^\s+at (async )?(?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/
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
 * @param {unknown} value
 * @returns {{ className?: string, message?: string, description: string, stack?: StackFrame[] }}
 */
function describeReported (value) {
  if (!isObject(value)) return { description: String(value) }
  if (isProxy(value)) return { className: 'Proxy', description: 'Proxy' }
  const className = nameOf(value)
  if (!isNativeError(value)) return describeObject(value, className)
  const message = dataProperty(value, 'message')
  const text = typeof message === 'string' ? message : ''
  const stack = stackOf(value)
  return {
    className,
    message: text,
    description: stack ?? (text === '' ? className : `${className}: ${text}`),
    stack: stack === undefined ? undefined : parseStack(stack)
  }
}

/**
 * An object that is no error for V8 may have the stack of one: a DOMException, or what a library makes with
 * Error.captureStackTrace.
 * @param {object} value
 * @param {string} className
 */
function describeObject (value, className) {
  const stack = stackOf(/** @type {Error} */ (value))
  if (stack === undefined) return { className, description: className }
  const firstLine = StringSlice(stack, 0, StringIndexOf(stack, '\n'))
  const colon = StringIndexOf(firstLine, ': ')
  return { className, message: colon === -1 ? '' : StringSlice(firstLine, colon + 2), description: stack, stack: parseStack(stack) }
}

/** @param {object} value */
function nameOf (value) {
  const constructor = dataProperty(value, 'constructor')
  let name = typeof constructor === 'function' ? dataProperty(constructor, 'name') : undefined
  // Node.js's own errors hide the constructor's name.
  if ((typeof name !== 'string' || name === '') && isNativeError(value)) name = dataProperty(value, 'name')
  return typeof name === 'string' && name !== '' ? name : 'Object'
}

/**
 * Node.js is about to print the stack of a reported error, so formatting it now changes nothing. An accessor of the
 * application is left alone; V8's own accessor (Node.js 22 on) stands on the error itself or on Error.prototype.
 * @param {Error} error
 */
function stackOf (error) {
  const descriptor = ReflectGetOwnPropertyDescriptor(error, 'stack')
  if (descriptor === undefined) return undefined
  if (descriptor.get === undefined) return typeof descriptor.value === 'string' ? descriptor.value : undefined
  if (!isBuiltinFunction(descriptor.get)) return undefined
  const stack = error.stack
  return typeof stack === 'string' ? stack : undefined
}

/**
 * Each realm has a getter of its own, so it is known by its text; a bound function of the application has the same text.
 * @param {Function} getter
 */
function isBuiltinFunction (getter) {
  const name = dataProperty(getter, 'name')
  return FunctionToString(getter) === 'function () { [native code] }' && typeof name === 'string' && !StringStartsWith(name, 'bound ')
}

/**
 * @param {string} stack
 * @returns {StackFrame[]}
 */
function parseStack (stack) {
  const frames = []
  for (let from = 0; from >= 0 && from < stack.length;) {
    const end = StringIndexOf(stack, '\n', from)
    const line = StringSlice(stack, from, end === -1 ? undefined : end)
    from = end === -1 ? -1 : end + 1
    const match = RegExpExec(STACK_LINE, line)
    if (match === null) continue
    frames[frames.length] = {
      functionName: match[2] ?? '',
      url: match[3],
      lineNumber: Number(match[4]) - 1,
      columnNumber: Number(match[5]) - 1,
      async: match[1] === undefined ? undefined : true
    }
  }
  return frames
}

module.exports = { dataProperty, describeReported, isObject }

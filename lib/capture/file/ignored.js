'use strict'
// Decides by class and code, or by a function of the application, that an error needs no dump. Its captures were made
// before, because nobody knows then that the error will be reported.

const { dataProperty, isObject } = require('../../safe/data-property')
const { ArrayIncludes, ObjectGetPrototypeOf, isProxy } = require('../../safe/primordials')

const MAX_CLASSES = 20
/** Every error has these among its classes, so they are only compared with the innermost one. */
const COMMON = ['Error', 'Object']

/**
 * @param {readonly string[]} ignored names of classes, values of `name` and `code`
 * @param {unknown} value that was thrown
 * @returns {boolean} true also for a class that extends one of these
 */
function isIgnored (ignored, value) {
  if (ignored.length === 0 || !isObject(value) || isProxy(value)) return false
  if (ArrayIncludes(ignored, dataProperty(value, 'name')) || ArrayIncludes(ignored, dataProperty(value, 'code'))) {
    return true
  }
  let prototype = ObjectGetPrototypeOf(value)
  for (let i = 0; i < MAX_CLASSES && isObject(prototype) && !isProxy(prototype); i++) {
    const name = dataProperty(dataProperty(prototype, 'constructor'), 'name')
    if (ArrayIncludes(ignored, name) && (i === 0 || !ArrayIncludes(COMMON, name))) return true
    prototype = ObjectGetPrototypeOf(prototype)
  }
  return false
}

/**
 * Asks the application's predicate. If that throws, or takes too long, there is a dump, which says so.
 * @param {import('../types').Predicate | null} predicate
 * @param {import('../types').Report} report
 * @param {import('../values/call-application').CallApplication} call
 * @returns {boolean} false also for a dump without an error
 */
function isRefused (predicate, { exception, trigger }, call) {
  if (predicate === null || exception === null) return false
  return call(predicate, [exception.value, { trigger }], 'predicate')?.value === false
}

module.exports = { isIgnored, isRefused }

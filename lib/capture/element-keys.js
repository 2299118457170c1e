'use strict'
// Which of an object's keys are elements, and which are names.

const { ReflectGetOwnPropertyDescriptor, ReflectOwnKeys } = require('./primordials')
const { StringValueOf, TypedArrayLength, types } = require('./object-primordials')
const { KINDS } = require('./object-kind')

/**
 * @typedef {object} ElementKeys
 * @property {PropertyKey[]} elements the first of them, without holes
 * @property {number} missing number of elements left out
 * @property {PropertyKey[]} names
 * @property {boolean} unknown whether there are names was not asked
 */

/** To list the keys of longer arrays, V8 would make a string of every index: it is done only when most of it are holes. */
const MAX_LISTED = 10_000
/** So far beyond the last one that is listed, indices of arguments are looked for. */
const MAX_ARGUMENTS = 20
const MAX_INDEX = 2 ** 32 - 1
/** @type {PropertyKey[]} */
const NONE = Object.freeze(/** @type {any} */ ([]))

/**
 * @param {import('./object-kind').Kind} kind
 * @param {any} object no Proxy
 * @param {number} maxEntries
 * @returns {ElementKeys}
 */
function elementKeys (kind, object, maxEntries) {
  if (kind === KINDS.array) return keysOfArray(object, object.length, maxEntries)
  if (kind === KINDS.arguments) return keysOfArguments(object, maxEntries)
  // Elements of these are their bytes, or their text.
  if (kind === KINDS.typedArray) return keysAfter(object, TypedArrayLength(object))
  if (kind === KINDS.boxed && types.isStringObject(object)) return keysAfter(object, StringValueOf(object).length)
  return { elements: NONE, missing: 0, names: ReflectOwnKeys(object), unknown: false }
}

/**
 * @param {unknown[]} array
 * @param {number} length
 * @param {number} maxEntries
 * @returns {ElementKeys}
 */
function keysOfArray (array, length, maxEntries) {
  /** @type {PropertyKey[]} */
  const elements = []
  if (length > MAX_LISTED) {
    for (let i = 0; i < length && i < MAX_LISTED && elements.length < maxEntries; i++) {
      if (ReflectGetOwnPropertyDescriptor(array, i) !== undefined) elements[elements.length] = `${i}`
    }
    if (elements.length === maxEntries) return { elements, missing: length - maxEntries, names: NONE, unknown: true }
  }
  const keys = ReflectOwnKeys(array)
  const count = countIndices(keys)
  for (let i = elements.length; i < count && i < maxEntries; i++) elements[i] = keys[i]
  return { elements, missing: count > maxEntries ? count - maxEntries : 0, names: from(keys, count), unknown: false }
}

/**
 * V8 forgets to list an index once the property was redefined.
 * @param {object} object an arguments object
 * @param {number} maxEntries
 * @returns {ElementKeys}
 */
function keysOfArguments (object, maxEntries) {
  const keys = ReflectOwnKeys(object)
  const listed = countIndices(keys)
  const probed = listed === 0 ? MAX_ARGUMENTS : +(/** @type {string} */ (keys[listed - 1])) + MAX_ARGUMENTS
  /** @type {PropertyKey[]} */
  const elements = []
  let count = 0
  for (let i = 0; i < probed && i < MAX_LISTED; i++) {
    if (ReflectGetOwnPropertyDescriptor(object, i) === undefined) continue
    if (count++ < maxEntries) elements[elements.length] = `${i}`
  }
  return { elements, missing: count - elements.length, names: from(keys, listed), unknown: false }
}

/**
 * @param {object} object
 * @param {number} length
 * @returns {ElementKeys}
 */
function keysAfter (object, length) {
  if (length > MAX_LISTED) return { elements: NONE, missing: 0, names: NONE, unknown: true }
  const keys = ReflectOwnKeys(object)
  return { elements: NONE, missing: 0, names: from(keys, countIndices(keys)), unknown: false }
}

/** @param {PropertyKey[]} keys indices come first, in their order */
function countIndices (keys) {
  let count = 0
  while (count < keys.length && isIndex(keys[count])) count++
  return count
}

/** @param {PropertyKey} key */
function isIndex (key) {
  if (typeof key !== 'string' || key.length > 10 || key === '') return false
  const number = +key
  return number < MAX_INDEX && number >= 0 && `${number}` === key && number % 1 === 0
}

/**
 * @param {PropertyKey[]} keys
 * @param {number} start
 */
function from (keys, start) {
  const rest = []
  for (let i = start; i < keys.length; i++) rest[rest.length] = keys[i]
  return rest
}

module.exports = { elementKeys }

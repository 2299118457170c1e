'use strict'
// Puts counts, code and kinds of values into words for a diagnosis.

const { plain, cut } = require('../text/terminal-text')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./scene').Scene} Scene */

/**
 * @param {number} count
 * @param {string} noun
 */
function counted (count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * @param {string} text code that is not in the scene's source
 */
function inCode (text) {
  return `\`${cut(plain(text).replaceAll('`', "'"), 60)}\``
}

/** Kinds of objects in words, by their subtype. @type {Record<string, string>} */
const KINDS = {
  array: 'an array',
  promise: 'a Promise',
  map: 'a Map',
  set: 'a Set',
  date: 'a Date',
  regexp: 'a regular expression',
  error: 'an error',
  null: 'null'
}

/**
 * The kind of a value in words: `a number, 42`; `an array of 3`; `an object of class Order`.
 * @param {Scene} scene
 * @param {Value} value
 */
function whatItIs (scene, value) {
  if (value.type === 'undefined' || value.subtype === 'null') return value.subtype ?? 'undefined'
  if (value.type === 'function') return 'a function'
  if (value.type !== 'object') return `a ${value.type === 'bigint' ? 'BigInt' : value.type}, ${scene.describe(value)}`
  const length = value.objectId === undefined ? undefined : scene.dump.object(value.objectId)?.length
  if (value.subtype === 'array' && length !== undefined) return `an array of ${length}`
  if (value.subtype === 'proxy') return 'a Proxy'
  if (value.subtype !== undefined && Object.hasOwn(KINDS, value.subtype)) return KINDS[value.subtype]
  return value.className === 'Object' || value.className === undefined
    ? `an object, ${scene.describe(value)}`
    : `an object of class ${plain(value.className)}`
}

module.exports = { KINDS, counted, inCode, whatItIs }

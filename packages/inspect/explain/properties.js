'use strict'
// Tells the result of reading a property, if the dump proves it.

const { internalProperty } = require('../values/describe-value')
const { isIndex } = require('../values/member-text')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * - value: a data property, own or inherited
 * - absent: the property does not exist, so reading it gives undefined
 * - builtIn: the property is one of the language
 * - unknown: the dump does not say
 * @typedef {{ status: 'value', value: Value } | { status: 'absent'|'builtIn'|'unknown' }} Lookup
 */

/** @type {Record<string, object>} */
const PROTOTYPES = {
  'Object.prototype': Object.prototype,
  'Function.prototype': Function.prototype,
  'Array.prototype': Array.prototype,
  'Map.prototype': Map.prototype,
  'Set.prototype': Set.prototype,
  'WeakMap.prototype': WeakMap.prototype,
  'WeakSet.prototype': WeakSet.prototype,
  'Promise.prototype': Promise.prototype,
  'Date.prototype': Date.prototype,
  'RegExp.prototype': RegExp.prototype,
  'Error.prototype': Error.prototype,
  'String.prototype': String.prototype,
  'Number.prototype': Number.prototype,
  'Boolean.prototype': Boolean.prototype,
  'BigInt.prototype': BigInt.prototype,
  'Symbol.prototype': Symbol.prototype
}

/** The prototypes that a dump leaves out because they are usual, by subtype. @type {Record<string, string>} */
const USUAL = {
  array: 'Array',
  map: 'Map',
  set: 'Set',
  weakmap: 'WeakMap',
  weakset: 'WeakSet',
  promise: 'Promise',
  date: 'Date',
  regexp: 'RegExp',
  error: 'Error'
}

/** @type {Record<string, string>} */
const BOXES = { string: 'String', number: 'Number', boolean: 'Boolean', bigint: 'BigInt', symbol: 'Symbol' }

const MAX_PROTOTYPES = 50

/** @type {Lookup} */
const UNKNOWN = { status: 'unknown' }

/**
 * @param {Dump} dump
 * @param {Value} value
 * @param {string} name
 * @param {number} [depth] how many prototypes were passed
 * @returns {Lookup}
 */
function lookUp (dump, value, name, depth = 0) {
  if (Object.hasOwn(BOXES, value.type)) return lookUpInPrimitive(value, name)
  if (value.subtype === 'null' || value.type === 'undefined') return UNKNOWN
  if (value.intrinsic !== undefined) return inPrototype(value.intrinsic, name)
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  if (record === undefined || record.subtype === 'proxy' || depth > MAX_PROTOTYPES) return UNKNOWN
  return lookUpInObject(dump, record, name, depth)
}

/**
 * @param {Dump} dump
 * @param {ObjectRecord} record
 * @param {string} name
 * @param {number} depth
 * @returns {Lookup}
 */
function lookUpInObject (dump, record, name, depth) {
  const own =
    record.properties.find(({ symbol, generatedName }) => symbol === undefined && generatedName === name) ??
    record.properties.find(property => property.symbol === undefined && property.name === name)
  if (own !== undefined) return own.value === undefined ? UNKNOWN : { status: 'value', value: own.value }
  const { subtype, length, type } = record
  if (subtype === 'array' && name === 'length' && length !== undefined) {
    return { status: 'value', value: { type: 'number', value: length } }
  }
  if (subtype === 'array' && isIndex(name) && length !== undefined && Number(name) >= length) {
    return { status: 'absent' }
  }
  if (subtype === 'typedarray' || subtype === 'dataview' || subtype === 'internal#location') return UNKNOWN
  // A limit on the entries of a collection, or on the elements of an array, leaves out no other properties.
  const isCollection = subtype === 'map' || subtype === 'set' || (subtype === 'array' && !isIndex(name))
  if (record.notCaptured?.some(({ reason }) => !(isCollection && reason === 'collectionSize'))) return UNKNOWN
  const prototype = internalProperty(record, '[[Prototype]]')
  if (prototype === undefined) {
    return inPrototype(`${type === 'function' ? 'Function' : (USUAL[subtype ?? ''] ?? 'Object')}.prototype`, name)
  }
  if (prototype.subtype === 'null') return { status: 'absent' }
  return lookUp(dump, prototype, name, depth + 1)
}

/**
 * @param {Value} value
 * @param {string} name
 * @returns {Lookup}
 */
function lookUpInPrimitive (value, name) {
  if (value.type === 'string') {
    if (typeof value.value !== 'string' || value.notCapturedReason !== undefined) return UNKNOWN
    if (name === 'length') return { status: 'value', value: { type: 'number', value: value.value.length } }
    if (isIndex(name)) {
      return Number(name) < value.value.length
        ? { status: 'value', value: { type: 'string', value: value.value[Number(name)] } }
        : { status: 'absent' }
    }
  }
  return inPrototype(`${BOXES[value.type]}.prototype`, name)
}

/**
 * @param {string} path
 * @param {string} name
 * @returns {Lookup}
 */
function inPrototype (path, name) {
  if (!Object.hasOwn(PROTOTYPES, path)) return UNKNOWN
  return { status: name in PROTOTYPES[path] ? 'builtIn' : 'absent' }
}

/**
 * The value of a data property, if the dump has it.
 * @param {Dump} dump
 * @param {Value|undefined} value
 * @param {string} name
 * @returns {Value|undefined}
 */
function dataProperty (dump, value, name) {
  if (value === undefined) return undefined
  const found = lookUp(dump, value, name)
  return found.status === 'value' ? found.value : undefined
}

/**
 * @param {Value|undefined} value
 * @returns {string|undefined} undefined if the value is not a string, or a string that was cut or redacted
 */
function wholeString (value) {
  return value?.type === 'string' && typeof value.value === 'string' && value.notCapturedReason === undefined
    ? value.value
    : undefined
}

/** @param {Value} value */
function isNullish (value) {
  return value.type === 'undefined' || value.subtype === 'null'
}

module.exports = { lookUp, dataProperty, wholeString, isNullish }

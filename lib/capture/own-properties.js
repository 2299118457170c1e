'use strict'
// Own properties of a live object -> JSON of `Property`s, and of a scope object -> JSON of `Variable`s. Descriptors are
// looked at, so no getter runs.

const { JSONStringify, ObjectGetPrototypeOf, ObjectHasOwn, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, StringSlice, isProxy } = require('./primordials')
const { types } = require('./object-primordials')
const { elementKeys } = require('./element-keys')
const { MODULE_PROTOTYPE } = require('./intrinsics')
const { KINDS } = require('./object-kind')
const { stackDescriptor } = require('../fallback/showable')

/** @typedef {ReturnType<typeof import('./object-table').objectTable>} Table */
/** @typedef {import('./describe-object').Draft} Draft */

/** Of a property or a variable. */
const MAX_NAME = 4096
const ObjectPrototype = Object.prototype
const GeneratorPrototype = Object.getPrototypeOf(function * () {}).prototype
const AsyncGeneratorPrototype = Object.getPrototypeOf(async function * () {}).prototype

/**
 * @param {Draft} draft
 * @param {any} object no Proxy
 * @param {Table} table
 * @param {{ maxProperties: number, maxEntries: number }} limits
 * @returns {string} members of `properties`
 */
function ownProperties (draft, object, table, { maxProperties, maxEntries }) {
  const { kind } = draft.entry
  const { elements, missing, names, unknown } = elementKeys(kind, object, maxEntries)
  if (missing > 0) addMissing(draft, 'collectionSize', missing)
  let json = ''
  for (let i = 0; i < elements.length; i++) json += (i === 0 ? '' : ',') + propertyOf(object, elements[i], table)
  if (unknown) addMissing(draft, 'fieldCount')
  const shallow = kind === KINDS.object && ObjectGetPrototypeOf(object) === MODULE_PROTOTYPE
  let count = 0
  for (let i = 0; i < names.length; i++) {
    const key = names[i]
    if (isLeftOut(kind, object, key) || (shallow && leadsAway(object, key))) continue
    if (count++ === maxProperties) {
      addMissing(draft, 'fieldCount', names.length - i)
      break
    }
    json += (json === '' ? '' : ',') + propertyOf(object, key, table)
  }
  return json
}

/**
 * @param {Draft} draft
 * @param {import('../dump/format').NotCapturedReason} reason
 * @param {number} [count]
 */
function addMissing (draft, reason, count) {
  draft.notCaptured[draft.notCaptured.length] = { reason, count, what: 'properties' }
}

/**
 * What goes without saying, and V8's own `stack`: it is formatted when it is read first, which can be seen.
 * @param {import('./object-kind').Kind} kind
 * @param {object} object
 * @param {PropertyKey} key
 */
function isLeftOut (kind, object, key) {
  if (key === 'stack') return stackDescriptor(object) === null || (kind === KINDS.error && typeof stackDescriptor(object)?.value === 'string')
  if (key === 'length') return kind === KINDS.array || (kind === KINDS.boxed && types.isStringObject(object))
  if (kind.type !== 'function') return false
  if (key === 'arguments' || key === 'caller') return isEmptyAndFixed(object, key)
  return key === 'prototype' && isPlainPrototype(object)
}

/**
 * As V8 makes these two for sloppy functions.
 * @param {object} object
 * @param {PropertyKey} key
 */
function isEmptyAndFixed (object, key) {
  const { value, writable, enumerable } = ReflectGetOwnPropertyDescriptor(object, key) ?? {}
  return value === null && writable === false && enumerable === false
}

/**
 * Every function has one that holds nothing but the function.
 * @param {object} object a function
 */
function isPlainPrototype (object) {
  const prototype = ReflectGetOwnPropertyDescriptor(object, 'prototype')?.value
  if (typeof prototype !== 'object' || prototype === null || isProxy(prototype)) return false
  const parent = ObjectGetPrototypeOf(prototype)
  const keys = ReflectOwnKeys(prototype)
  if (parent === GeneratorPrototype || parent === AsyncGeneratorPrototype) return keys.length === 0
  return parent === ObjectPrototype && keys.length === 1 && keys[0] === 'constructor' && ReflectGetOwnPropertyDescriptor(prototype, 'constructor')?.value === object
}

/**
 * @param {object} module
 * @param {PropertyKey} key
 */
function leadsAway (module, key) {
  const value = descriptorOf(module, key)?.value
  return key !== 'exports' && (typeof value === 'function' || (typeof value === 'object' && value !== null))
}

/**
 * @param {object} object
 * @param {PropertyKey} key
 * @param {Table} table
 */
function propertyOf (object, key, table) {
  const text = typeof key === 'symbol' ? table.symbolText(key) : StringSlice(/** @type {string} */ (key), 0, MAX_NAME + table.overlap)
  const head = `{"name":${JSONStringify(text)}${typeof key === 'symbol' ? `,"symbol":${table.value(key)}` : ''}`
  const descriptor = descriptorOf(object, key)
  return `${head}${descriptor === null ? ',"notCapturedReason":"unavailable"' : descriptorMembers(descriptor, table)}}`
}

/**
 * @param {PropertyDescriptor} descriptor
 * @param {Table} table
 */
function descriptorMembers (descriptor, table) {
  const enumerable = descriptor.enumerable ? '' : ',"enumerable":false'
  if (ObjectHasOwn(descriptor, 'value')) return `,"value":${table.value(descriptor.value)}${enumerable}`
  const { get, set } = descriptor
  const getter = get === undefined && set !== undefined ? '' : `,"get":${table.value(get)}`
  return `${getter}${set === undefined ? '' : `,"set":${table.value(set)}`}${enumerable}`
}

/**
 * @param {object} object no Proxy
 * @param {PropertyKey} key
 * @returns {PropertyDescriptor | null} null where V8 refuses: a variable or an export that has no value yet
 */
function descriptorOf (object, key) {
  try {
    return ReflectGetOwnPropertyDescriptor(object, key) ?? null
  } catch {
    return null
  }
}

/**
 * @param {object} scope what V8 shows a scope as; for `with`, the very object of the program
 * @param {Table} table
 * @param {{ maxProperties: number }} limits
 * @returns {{ json: string, missing: number }} JSON of the Variable[]
 */
function scopeVariables (scope, table, { maxProperties }) {
  if (isProxy(scope)) return { json: '[]', missing: 0 }
  const ofProgram = ObjectGetPrototypeOf(scope) !== null
  const keys = ReflectOwnKeys(scope)
  let json = ''
  let count = 0
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (typeof key !== 'string') continue
    if (count++ === maxProperties) return { json: `[${json}]`, missing: keys.length - i }
    const descriptor = descriptorOf(scope, key)
    const member = descriptor !== null && ObjectHasOwn(descriptor, 'value')
      ? `"value":${table.value(descriptor.value)}`
      : `"notCapturedReason":"${ofProgram ? 'notRead' : 'unavailable'}"`
    json += `${json === '' ? '' : ','}{"name":${JSONStringify(StringSlice(key, 0, MAX_NAME + table.overlap))},${member}}`
  }
  return { json: `[${json}]`, missing: 0 }
}

module.exports = { MAX_NAME, ownProperties, scopeVariables }

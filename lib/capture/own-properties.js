'use strict'
// Own properties of a live object -> JSON of `Property`s, and of a scope object -> JSON of `Variable`s. Descriptors are
// looked at, so no getter runs.

const { JSONStringify, ObjectGetPrototypeOf, ReflectGetOwnPropertyDescriptor, StringSlice, isProxy } = require('./primordials')
const { ObjectHasOwn, ReflectOwnKeys, SymbolToString, TypedArrayLength } = require('./object-primordials')
const { MODULE_PROTOTYPE } = require('./intrinsics')
const { KINDS } = require('./object-kind')

/** @typedef {ReturnType<typeof import('./object-table').objectTable>} Table */
/** @typedef {import('./describe-object').Draft} Draft */

/** Longer arrays are not asked for what else they have: V8 would make a string of every index. */
const MAX_INDEX_KEYS = 10_000

/**
 * @param {Draft} draft
 * @param {any} object no Proxy
 * @param {Table} table
 * @param {{ maxProperties: number, maxEntries: number, maxStringLength: number }} limits
 * @returns {string} members of `properties`
 */
function ownProperties (draft, object, table, { maxProperties, maxEntries, maxStringLength }) {
  const { kind } = draft.entry
  const indexed = kind === KINDS.array || kind === KINDS.typedArray
  const length = kind === KINDS.typedArray ? TypedArrayLength(object) : kind === KINDS.array ? object.length : 0
  // The elements of a typed array are its bytes.
  let json = kind === KINDS.array ? elements(draft, object, length, table, maxEntries) : ''
  if (length > MAX_INDEX_KEYS) {
    draft.notCaptured[draft.notCaptured.length] = { reason: 'fieldCount', what: 'properties' }
    return json
  }
  const keys = ReflectOwnKeys(object)
  draft.names = keys.length
  let count = 0
  const shallow = kind === KINDS.object && ObjectGetPrototypeOf(object) === MODULE_PROTOTYPE
  for (let i = indexed ? countIndices(keys, length) : 0; i < keys.length; i++) {
    const key = keys[i]
    if (isLeftOut(kind, key) || (shallow && leadsAway(object, key))) continue
    if (count++ === maxProperties) {
      draft.notCaptured[draft.notCaptured.length] = { reason: 'fieldCount', count: keys.length - i, what: 'properties' }
      break
    }
    const property = propertyOf(object, key, table, maxStringLength)
    json += (json === '' ? '' : ',') + property
  }
  return json
}

/**
 * `length` is a member of the record. The stack of an error is formatted when it is read first, which can be seen: by
 * `Error.prepareStackTrace`, and in what Node.js prints.
 * @param {import('./object-kind').Kind} kind
 * @param {PropertyKey} key
 */
function isLeftOut (kind, key) {
  return (key === 'stack' && kind === KINDS.error) || (key === 'length' && kind === KINDS.array)
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
 * @param {PropertyKey[]} keys indices come first
 * @param {number} length
 */
function countIndices (keys, length) {
  let count = 0
  while (count < length && count < keys.length && typeof keys[count] === 'string' && isDigit(/** @type {string} */ (keys[count])[0])) count++
  return count
}

/** @param {string} char */
function isDigit (char) {
  return char >= '0' && char <= '9'
}

/**
 * @param {Draft} draft
 * @param {unknown[]} array
 * @param {number} length
 * @param {Table} table
 * @param {number} maxEntries
 */
function elements (draft, array, length, table, maxEntries) {
  let json = ''
  for (let i = 0; i < length && i < maxEntries; i++) {
    const descriptor = ReflectGetOwnPropertyDescriptor(array, i)
    if (descriptor === undefined) continue // a hole
    json += `${json === '' ? '' : ','}{"name":"${i}"${descriptorMembers(descriptor, table)}}`
  }
  if (length > maxEntries) draft.notCaptured[draft.notCaptured.length] = { reason: 'collectionSize', count: length - maxEntries, what: 'properties' }
  return json
}

/**
 * @param {object} object
 * @param {PropertyKey} key
 * @param {Table} table
 * @param {number} maxStringLength
 */
function propertyOf (object, key, table, maxStringLength) {
  const text = typeof key === 'symbol' ? SymbolToString(key) : /** @type {string} */ (key)
  const head = `{"name":${JSONStringify(StringSlice(text, 0, maxStringLength))}${typeof key === 'symbol' ? `,"symbol":${table.value(key)}` : ''}`
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
    json += `${json === '' ? '' : ','}{"name":${JSONStringify(key)},${member}}`
  }
  return { json: `[${json}]`, missing: 0 }
}

module.exports = { ownProperties, scopeVariables }

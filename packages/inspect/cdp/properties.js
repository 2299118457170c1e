'use strict'
// Makes the answer to Runtime.getProperties from an object of a dump.

const { internalProperty } = require('../values/describe-value')
const { isIndex } = require('../values/member-text')
const { bytesToNumbers } = require('../values/typed-array-bytes')
const { readLaterNote } = require('../values/read-later')
const { notCaptured } = require('./remote-object')

/** @typedef {import('crash-collector-shared/dump/format').Property} Property */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./types').ObjectHandles} ObjectHandles */
/** @typedef {import('./types').Properties} Properties */
/** @typedef {import('./types').PropertyOptions} PropertyOptions */
/** @typedef {import('node:inspector').Runtime.PropertyDescriptor} PropertyDescriptor */

/** How many prototypes are followed; in a damaged dump a chain may be a circle. */
const MAX_PROTOTYPES = 20

/** Reasons of a variable that has no value at this place of the program, or none that V8 keeps. */
const WITHOUT_VALUE = new Set(['unavailable', 'uninitialised', 'optimisedAway'])

/**
 * @param {ObjectRecord} record
 * @param {ObjectHandles} handles
 * @param {PropertyOptions} options
 * @returns {Properties}
 */
function objectProperties (
  record,
  handles,
  { accessorPropertiesOnly = false, nonIndexedPropertiesOnly = false, ownProperties = false, generatePreview = false }
) {
  const chain = ownProperties ? [record] : prototypeChain(record, handles)
  /** @type {Map<string, PropertyDescriptor>} */
  const found = new Map()
  for (const [depth, each] of chain.entries()) {
    for (const property of each.properties) {
      const key = property.symbol === undefined ? property.name : `${property.symbol.objectId ?? ''}@${property.name}`
      const isAccessor = property.get !== undefined || property.set !== undefined
      if (found.has(key) || (accessorPropertiesOnly && !isAccessor) || (depth > 0 && !isAccessor)) continue
      if (nonIndexedPropertiesOnly && isIndex(property.name)) continue
      found.set(key, descriptor(property, handles, depth === 0, generatePreview))
    }
  }
  if (accessorPropertiesOnly) return { result: [...found.values()] }
  const elements = record.bytes === undefined || nonIndexedPropertiesOnly ? [] : bytesToNumbers(record, handles).values
  const result = [
    ...elements.map((value, index) => descriptor({ name: String(index), value }, handles, true, false)),
    ...found.values()
  ]
  for (const { reason, count, what } of record.notCaptured ?? []) {
    result.push({
      name: `<${count ?? ''} not captured${what === undefined ? '' : `: ${what}`}>`.replace('< ', '<'),
      configurable: false,
      enumerable: false,
      isOwn: true,
      value: notCaptured(reason)
    })
  }
  if (readLaterNote(record) !== '') {
    result.push({
      name: `<${record.readAt === undefined ? 'rest ' : ''}read at the report: may have changed since>`,
      configurable: false,
      enumerable: false,
      isOwn: true
    })
  }
  return {
    result,
    internalProperties: internalProperties(record, handles, generatePreview),
    privateProperties: privateProperties(record, handles, generatePreview)
  }
}

/**
 * @param {ObjectRecord} record
 * @param {ObjectHandles} handles
 */
function prototypeChain (record, handles) {
  const chain = [record]
  while (chain.length < MAX_PROTOTYPES) {
    const id = internalProperty(chain[chain.length - 1], '[[Prototype]]')?.objectId
    const next = id === undefined ? undefined : handles.object(id)
    if (next === undefined) break
    chain.push(next)
  }
  return chain
}

/**
 * @param {Property} property
 * @param {ObjectHandles} handles
 * @param {boolean} isOwn
 * @param {boolean} preview
 * @returns {PropertyDescriptor}
 */
function descriptor ({ name, symbol, value, get, set, enumerable, notCapturedReason }, handles, isOwn, preview) {
  /** @type {PropertyDescriptor} */
  const made = {
    name: symbol === undefined ? name : (symbol.description ?? name),
    configurable: true,
    enumerable: enumerable !== false,
    isOwn,
    ...(symbol !== undefined && { symbol: handles.remote(symbol) })
  }
  if (value !== undefined) return { ...made, writable: true, value: handles.remote(value, preview) }
  // Without a value and an accessor, front ends show that there is no value, as for a live `let` before it is
  // initialised (`doGetProperties` in
  // https://github.com/ChromeDevTools/devtools-frontend/blob/001ee672ab/front_end/core/sdk/RemoteObject.ts).
  if (WITHOUT_VALUE.has(notCapturedReason ?? '')) return { ...made, writable: true }
  if (get === undefined && set === undefined) {
    return { ...made, writable: true, value: notCaptured(notCapturedReason ?? 'unavailable') }
  }
  return {
    ...made,
    get: get === undefined ? { type: 'undefined' } : handles.remote(get),
    set: set === undefined ? { type: 'undefined' } : handles.remote(set)
  }
}

/**
 * @param {ObjectRecord} record
 * @param {ObjectHandles} handles
 * @param {boolean} preview
 * @returns {NonNullable<Properties['internalProperties']>}
 */
function internalProperties (record, handles, preview) {
  const list = (record.internalProperties ?? [])
    .filter(({ name }) => name !== '[[DateValue]]')
    .map(({ name, value }) => ({ name, value: handles.remote(value, preview) }))
  const { entries, functionLocation, scopes } = record
  if (entries !== undefined) {
    const array = handles.make(`entries of ${record.objectId}`, {
      subtype: 'array',
      className: 'Array',
      length: entries.length,
      properties: entries.map((each, index) => ({
        name: String(index),
        value: entry(`entry ${index} of ${record.objectId}`, each, handles)
      }))
    })
    list.push({ name: '[[Entries]]', value: handles.remote(array, preview) })
  }
  if (functionLocation?.scriptId !== undefined) {
    const { scriptId, lineNumber, columnNumber } = functionLocation
    list.push({
      name: '[[FunctionLocation]]',
      value: {
        type: 'object',
        subtype: 'internal#location',
        value: { scriptId, lineNumber, columnNumber },
        description: 'Object'
      }
    })
  }
  if (scopes !== undefined && scopes.length > 0) {
    const array = handles.make(`scopes of ${record.objectId}`, {
      subtype: 'internal#scopeList',
      className: 'Array',
      description: `Scopes[${scopes.length}]`,
      properties: scopes.map((scope, index) => ({
        name: String(index),
        value: handles.makeScope(`scope ${index} of ${record.objectId}`, scope, {
          subtype: 'internal#scope',
          description: scopeTitle(scope)
        })
      }))
    })
    list.push({ name: '[[Scopes]]', value: handles.remote(array) })
  }
  return list
}

/** @param {import('crash-collector-shared/dump/format').Scope} scope */
function scopeTitle (scope) {
  const type = scope.type[0].toUpperCase() + scope.type.slice(1)
  return scope.name === undefined || scope.name === '' ? type : `${type} (${scope.name})`
}

/**
 * @param {string} objectId
 * @param {NonNullable<ObjectRecord['entries']>[number]} entry
 * @param {ObjectHandles} handles
 */
function entry (objectId, { key, value }, handles) {
  const words = [...(key === undefined ? [] : [key]), value]
    .map(part => handles.remote(part))
    .map(remote =>
      remote.type === 'string' ? JSON.stringify(remote.value) : (remote.description ?? String(remote.value))
    )
  return handles.make(objectId, {
    subtype: 'internal#entry',
    description: key === undefined ? words[0] : `{${words.join(' => ')}}`,
    properties: [...(key === undefined ? [] : [{ name: 'key', value: key }]), { name: 'value', value }]
  })
}

/**
 * @param {ObjectRecord} record
 * @param {ObjectHandles} handles
 * @param {boolean} preview
 * @returns {NonNullable<Properties['privateProperties']>}
 */
function privateProperties (record, handles, preview) {
  return (record.privateProperties ?? []).map(({ name, value, get, set }) => ({
    name,
    ...(value !== undefined && { value: handles.remote(value, preview) }),
    ...(get !== undefined && { get: handles.remote(get) }),
    ...(set !== undefined && { set: handles.remote(set) })
  }))
}

module.exports = { objectProperties }

'use strict'
// A live object -> what its record says without asking the inspector.

const {
  JSONStringify, ObjectGetPrototypeOf, StringSlice, isoTime
} = require('./primordials')
const {
  ArrayBufferByteLength, Base64Slice, BigIntValueOf, BooleanValueOf, DataViewBuffer, DataViewByteLength, DataViewByteOffset, DateGetTime,
  MapEntries, MapIteratorNext, MapSize, NumberValueOf, RegExpSource, SetIteratorNext, SetSize, SetValues, SharedArrayBufferByteLength,
  StringValueOf, SymbolValueOf, TypedArrayBuffer, TypedArrayByteLength, TypedArrayByteOffset, TypedArrayLength,
  WeakRefDeref, bytesOf, regExpFlags, types
} = require('./object-primordials')
const { firstLine } = require('./error-text')
const { inheritedData } = require('./object-class')
const { KINDS } = require('./object-kind')
const { isUsualPrototype } = require('./usual-prototype')
const { ownProperties } = require('./own-properties')

/**
 * A record under way.
 * @typedef {object} Draft
 * @property {import('./object-table').Entry} entry
 * @property {string} text members of the record, without the braces
 * @property {string} internal members of `internalProperties`, joined by commas
 * @property {{ reason: string, count?: number, what?: string }[]} notCaptured
 */

/** @typedef {ReturnType<typeof import('./object-table').objectTable>} Table */
/** @typedef {{ maxProperties: number, maxEntries: number, maxStringLength: number, maxBufferBytes: number, overlap: number }} ObjectLimits */

const MAX_ERROR_LINE = 1000

/**
 * @param {import('./object-table').Entry} entry
 * @param {Table} table
 * @param {ObjectLimits} limits
 * @returns {Draft}
 */
function describeObject (entry, table, limits) {
  const { object, kind, className, depth } = entry
  /** @type {Draft} */
  const draft = { entry, text: '', internal: '', notCaptured: [] }
  const special = kind === KINDS.proxy ? { members: '', description: undefined } : describeKind(draft, object, table, limits)
  const properties = kind === KINDS.proxy ? '' : ownProperties(draft, object, table, limits)
  draft.text = `"kind":"object","objectId":"${table.idOf(entry)}","type":"${kind.type}"` +
    (kind.subtype === undefined ? '' : `,"subtype":"${kind.subtype}"`) +
    `,"className":${JSONStringify(className)}` +
    (special.description === undefined ? '' : `,"description":${JSONStringify(special.description)}`) +
    `,"depth":${depth},"properties":[${properties}]${special.members}`
  if (kind !== KINDS.proxy) {
    const prototype = ObjectGetPrototypeOf(object)
    if (!isUsualPrototype(kind, object, prototype)) addInternal(draft, '[[Prototype]]', table.value(prototype))
  }
  return draft
}

/**
 * @param {Draft} draft
 * @param {string} name
 * @param {string} json of a Value
 */
function addInternal (draft, name, json) {
  draft.internal += `${draft.internal === '' ? '' : ','}{"name":"${name}","value":${json}}`
}

/**
 * What the kind of object has apart from properties.
 * @param {Draft} draft
 * @param {any} object no Proxy
 * @param {Table} table
 * @param {ObjectLimits} limits
 * @returns {{ members: string, description: string | undefined }}
 */
function describeKind (draft, object, table, limits) {
  const { kind, className } = draft.entry
  switch (kind) {
    case KINDS.array: return { members: `,"length":${object.length}`, description: `${className}(${object.length})` }
    case KINDS.error: return { members: '', description: errorLine(object, limits) }
    case KINDS.date: {
      const ms = DateGetTime(object)
      addInternal(draft, '[[DateValue]]', table.value(ms))
      return { members: '', description: ms === ms ? isoTime(ms) : 'Invalid Date' } // eslint-disable-line no-self-compare
    }
    case KINDS.regexp: {
      const source = StringSlice(RegExpSource(object), 0, limits.maxStringLength)
      const flags = regExpFlags(object)
      return { members: `,"regexp":{"source":${JSONStringify(source)},"flags":"${flags}"}`, description: `/${source}/${flags}` }
    }
    case KINDS.map: return mapEntries(draft, object, table, limits)
    case KINDS.set: return setEntries(draft, object, table, limits)
    case KINDS.weakRef:
      addInternal(draft, '[[WeakRefTarget]]', table.value(WeakRefDeref(object)))
      return NOTHING
    case KINDS.boxed:
      addInternal(draft, '[[PrimitiveValue]]', table.value(primitiveOf(object)))
      return NOTHING
    case KINDS.typedArray: {
      const length = TypedArrayLength(object)
      const bytes = bytesMember(TypedArrayBuffer(object), TypedArrayByteOffset(object), TypedArrayByteLength(object), limits)
      return { members: `,"length":${length}${bytes}`, description: `${className}(${length})` }
    }
    case KINDS.dataView: return dataView(object, className, limits)
    case KINDS.arrayBuffer: return binary(object, ArrayBufferByteLength(object), className, limits)
    case KINDS.sharedArrayBuffer: return binary(object, SharedArrayBufferByteLength(object), className, limits)
    default: return NOTHING
  }
}

const NOTHING = Object.freeze({ members: '', description: undefined })

/**
 * The line with which the error's stack begins, which itself isn't read: V8 would format it, and that can be seen. Where it will be
 * redacted, with the lines behind it.
 * @param {object} error
 * @param {ObjectLimits} limits
 */
function errorLine (error, { overlap }) {
  const name = inheritedData(error, 'name')
  const message = inheritedData(error, 'message')
  const first = typeof name === 'string' ? name : 'Error'
  const text = typeof message === 'string' && message !== '' ? `${first}${first === '' ? '' : ': '}${message}` : first
  return overlap === 0 ? firstLine(StringSlice(text, 0, MAX_ERROR_LINE)) : StringSlice(text, 0, MAX_ERROR_LINE + overlap)
}

/** @param {object} object */
function primitiveOf (object) {
  if (types.isNumberObject(object)) return NumberValueOf(object)
  if (types.isStringObject(object)) return StringValueOf(object)
  if (types.isBooleanObject(object)) return BooleanValueOf(object)
  return types.isBigIntObject(object) ? BigIntValueOf(object) : SymbolValueOf(/** @type {Symbol} */ (object))
}

/**
 * @param {Draft} draft
 * @param {Map<unknown, unknown>} map
 * @param {Table} table
 * @param {ObjectLimits} limits
 */
function mapEntries (draft, map, table, { maxEntries }) {
  const size = MapSize(map)
  const iterator = MapEntries(map)
  let entries = ''
  for (let i = 0; i < size && i < maxEntries; i++) {
    const pair = /** @type {unknown[]} */ (MapIteratorNext(iterator).value)
    entries += `${i === 0 ? '' : ','}{"key":${table.value(pair[0])},"value":${table.value(pair[1])}}`
  }
  return collection(draft, size, entries, maxEntries)
}

/**
 * @param {Draft} draft
 * @param {Set<unknown>} set
 * @param {Table} table
 * @param {ObjectLimits} limits
 */
function setEntries (draft, set, table, { maxEntries }) {
  const size = SetSize(set)
  const iterator = SetValues(set)
  let entries = ''
  for (let i = 0; i < size && i < maxEntries; i++) {
    entries += `${i === 0 ? '' : ','}{"value":${table.value(SetIteratorNext(iterator).value)}}`
  }
  return collection(draft, size, entries, maxEntries)
}

/**
 * @param {Draft} draft
 * @param {number} size
 * @param {string} entries
 * @param {number} maxEntries
 */
function collection (draft, size, entries, maxEntries) {
  if (size > maxEntries) draft.notCaptured[draft.notCaptured.length] = { reason: 'collectionSize', count: size - maxEntries, what: 'entries' }
  return { members: `,"size":${size},"entries":[${entries}]`, description: `${draft.entry.className}(${size})` }
}

/**
 * @param {DataView} view
 * @param {string} className
 * @param {ObjectLimits} limits
 */
function dataView (view, className, limits) {
  let byteLength
  try {
    byteLength = DataViewByteLength(view)
  } catch {
    return { members: ',"length":0,"bytes":{"base64":"","byteLength":0}', description: `${className}(0)` } // its buffer is gone
  }
  const bytes = bytesMember(DataViewBuffer(view), DataViewByteOffset(view), byteLength, limits)
  return { members: `,"length":${byteLength}${bytes}`, description: `${className}(${byteLength})` }
}

/**
 * @param {ArrayBufferLike} buffer
 * @param {number} byteLength
 * @param {string} className
 * @param {ObjectLimits} limits
 */
function binary (buffer, byteLength, className, limits) {
  return { members: `,"length":${byteLength}${bytesMember(buffer, 0, byteLength, limits)}`, description: `${className}(${byteLength})` }
}

/**
 * @param {ArrayBufferLike} buffer
 * @param {number} byteOffset
 * @param {number} byteLength
 * @param {ObjectLimits} limits
 */
function bytesMember (buffer, byteOffset, byteLength, { maxBufferBytes }) {
  const length = byteLength > maxBufferBytes ? maxBufferBytes : byteLength
  const base64 = length === 0 ? '' : Base64Slice(bytesOf(buffer, byteOffset, length), 0, length)
  return `,"bytes":{"base64":"${base64}","byteLength":${byteLength}${byteOffset === 0 ? '' : `,"byteOffset":${byteOffset}`}}`
}

module.exports = { MAX_ERROR_LINE, addInternal, describeObject }

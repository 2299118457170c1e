'use strict'
// Adds to the record of a live object what stands in its internal slots: entries, elements, bytes, times.

const { Buffer } = require('node:buffer') // required because lockProcess() deletes the global
const { types } = require('node:util')
const { numberValue } = require('../values/typed-array-bytes')
const { TYPED_ARRAY, dataProperty, regexpOf, unbox } = require('./live-object')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

const MAX_ITEMS = 1000
const MAX_SOURCE = 10_000
const MAX_BYTES = 8192

/**
 * @param {object} object
 * @param {ObjectRecord} record
 * @param {ObjectRecord|undefined} known what the dump has of it
 * @param {(value: unknown, depth: number) => Value} dehydrate
 * @param {import('./live-object').Traces} traces
 */
function addContents (object, record, known, dehydrate, traces) {
  const { depth } = record
  if (typeof object === 'function') record.source = Function.prototype.toString.call(object).slice(0, MAX_SOURCE)
  if (Array.isArray(object)) record.length = object.length
  if (types.isMap(object)) {
    const entries = [...Map.prototype.entries.call(object)]
    record.size = sizeNow(entries.length, known)
    record.entries = entries
      .slice(0, MAX_ITEMS)
      .map(([key, value]) => ({ key: dehydrate(key, depth + 1), value: dehydrate(value, depth + 1) }))
    leaveOut(record, 'collectionSize', entries.length - record.entries.length)
  } else if (types.isSet(object)) {
    const entries = [...Set.prototype.values.call(object)]
    record.size = sizeNow(entries.length, known)
    record.entries = entries.slice(0, MAX_ITEMS).map(value => ({ value: dehydrate(value, depth + 1) }))
    leaveOut(record, 'collectionSize', entries.length - record.entries.length)
  } else if (types.isDate(object)) {
    record.internalProperties = [{ name: '[[DateValue]]', value: numberValue(Date.prototype.getTime.call(object)) }]
  } else if (types.isRegExp(object)) {
    record.regexp = regexpOf(object)
  } else if (ArrayBuffer.isView(object)) {
    const view = types.isDataView(object) ? DataView.prototype : TYPED_ARRAY
    const byteLength = Number(Reflect.get(view, 'byteLength', object))
    record.bytes = {
      base64: base64(
        Reflect.get(view, 'buffer', object),
        Reflect.get(view, 'byteOffset', object),
        Math.min(byteLength, MAX_BYTES)
      ),
      byteLength: known?.bytes?.byteLength ?? byteLength
    }
    record.length =
      known?.length ?? (types.isDataView(object) ? byteLength : Number(Reflect.get(view, 'length', object)))
    const tag = Reflect.get(TYPED_ARRAY, Symbol.toStringTag, object)
    // A class that extends a typed array has the elements of that array's class.
    if (tag !== undefined && tag !== record.className && record.className !== 'Buffer') {
      record.internalProperties = [
        { name: '[[Prototype]]', value: { type: 'object', intrinsic: `${tag}.prototype` } }
      ]
    }
  } else if (types.isArrayBuffer(object)) {
    const byteLength = Number(Reflect.get(ArrayBuffer.prototype, 'byteLength', object))
    record.bytes = {
      base64: base64(object, 0, Math.min(byteLength, MAX_BYTES)),
      byteLength: known?.bytes?.byteLength ?? byteLength
    }
    record.length = record.bytes.byteLength
  } else if (types.isBoxedPrimitive(object)) {
    record.internalProperties = [{ name: '[[PrimitiveValue]]', value: dehydrate(unbox(object), depth) }]
  } else if (known?.internalProperties !== undefined) {
    record.internalProperties = known.internalProperties
      .filter(({ name }) => KEPT_SLOTS.has(name))
      .map(({ name, value }) => {
        const live = value?.objectId === undefined ? undefined : Map.prototype.get.call(traces.live, value.objectId)
        return { name, value: live === undefined ? value : dehydrate(live, depth + 1) }
      })
  } else {
    const text = temporalText(object)
    if (text !== undefined) record.internalProperties = [{ name: '[[ISOString]]', value: dehydrate(text, depth) }]
  }
}

/** Internal properties of which a rebuilt object keeps what the dump has: no expression can change them. */
const KEPT_SLOTS = new Set([
  '[[PromiseState]]',
  '[[PromiseResult]]',
  '[[ISOString]]',
  '[[Pages]]',
  '[[Buffer]]',
  '[[Length]]',
  '[[Value]]',
  '[[Exports]]',
  '[[Imports]]'
])

/** Each reads an internal slot of its class alone. Taken now, because lockProcess() deletes the global. */
const TEMPORAL_TEXTS = Object.values(Object.getOwnPropertyDescriptors(Reflect.get(globalThis, 'Temporal') ?? {}))
  .map(({ value }) => value?.prototype?.toString)
  .filter(each => typeof each === 'function')

/**
 * @param {object} object
 * @returns {unknown} undefined for an object that is none of Temporal
 */
function temporalText (object) {
  const tag = TEMPORAL_TEXTS.length === 0 ? undefined : dataProperty(object, Symbol.toStringTag)
  if (typeof tag !== 'string' || !tag.startsWith('Temporal.')) return undefined
  for (const read of TEMPORAL_TEXTS) {
    try {
      return Reflect.apply(read, object, [])
    } catch {} // of another class
  }
}

/**
 * The size of a Map or Set, of which the dump may have had only some entries.
 * @param {number} entries how many there are now
 * @param {ObjectRecord|undefined} known
 */
function sizeNow (entries, known) {
  if (known?.size === undefined) return entries
  // An entry whose key is missing was not rebuilt.
  const rebuilt = known.entries?.filter(({ key }) => key?.notCapturedReason === undefined || key.objectId !== undefined)
  return entries + known.size - (rebuilt?.length ?? 0)
}

/**
 * @param {ObjectRecord} record
 * @param {'collectionSize'|'fieldCount'} reason
 * @param {number} count may be 0
 */
function leaveOut (record, reason, count) {
  if (count > 0) record.notCaptured = [...record.notCaptured ?? [], { reason, count }]
}

/**
 * Buffer.from() would read the foreign buffer's `byteLength`, which may be a getter.
 * @param {ArrayBuffer} buffer
 * @param {number} byteOffset
 * @param {number} length
 */
function base64 (buffer, byteOffset, length) {
  return Buffer.from(new Uint8Array(buffer, byteOffset, length)).toString('base64')
}

module.exports = { addContents, leaveOut, MAX_ITEMS }

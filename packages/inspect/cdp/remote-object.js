'use strict'
// Converts a value of a dump to CDP's RemoteObject, with the preview that front ends show in one line.

const { describeValue, describeIn, internalProperty, missingText } = require('../values/describe-value')
const { readLaterNote } = require('../values/read-later')
const { isIndex } = require('../values/member-text')
const { inReadingOrder } = require('../values/property-order')
const { bytesToNumbers } = require('../values/typed-array-bytes')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../values/types').ObjectSource} ObjectSource */
/** @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject */
/** @typedef {import('node:inspector').Runtime.PropertyPreview} PropertyPreview */
/** @typedef {import('node:inspector').Runtime.ObjectPreview} ObjectPreview */

/** The prefix of the ids that front ends get for objects. */
const OBJECT_PREFIX = 'object:'
const WITH_OWN_TEXT = new Set(['array', 'typedarray', 'error'])
/** The limits of V8's own previews (test/workarounds/preview-limits.js, Node.js 20 to 26). */
const MAX_PREVIEW_PROPERTIES = 5
const MAX_PREVIEW_ELEMENTS = 100
const MAX_PREVIEW_STRING = 100
/** The limit for an error, and for a function without a text. Thousands of values may refer to one of them. */
const MAX_DESCRIPTION = 10_000

/**
 * @param {Value} value
 * @param {ObjectSource} source
 * @param {boolean} [preview]
 * @returns {RemoteObject}
 */
function remoteObject (value, source, preview = false) {
  if (
    value.notCapturedReason !== undefined &&
    value.value === undefined &&
    value.objectId === undefined &&
    value.type !== 'undefined'
  ) {
    return notCaptured(value.notCapturedReason, value.className)
  }
  switch (value.type) {
    case 'string':
      return { type: 'string', value: textOf(value) }
    case 'undefined':
      return { type: 'undefined' }
    case 'symbol':
      return { type: 'symbol', description: value.description ?? 'Symbol()' }
    case 'number':
    case 'bigint':
    case 'boolean': {
      const description = String(value.unserializableValue ?? value.value)
      return value.unserializableValue === undefined
        ? { type: value.type, value: value.value, description }
        : { type: value.type, unserializableValue: value.unserializableValue, description }
    }
  }
  if (value.subtype === 'null') return { type: 'object', subtype: 'null', value: null }
  const record = value.objectId === undefined ? undefined : source.object(value.objectId)
  if (record === undefined) {
    if (value.intrinsic === undefined) {
      return notCaptured(value.notCapturedReason ?? source.missingReason ?? 'depth', value.className)
    }
    return { type: value.type, className: value.className ?? 'Object', description: value.intrinsic }
  }
  return {
    type: record.type,
    ...(record.subtype !== undefined && { subtype: record.subtype }),
    className: record.className ?? 'Object',
    description: description(record, source) + readLater(record),
    objectId: OBJECT_PREFIX + record.objectId,
    ...(preview && record.type === 'object' && { preview: objectPreview(record, source) })
  }
}

/**
 * A note if an object was read later than the throw. Arrays and errors get none, because front ends parse an array's
 * description (`arrayLength` in
 * https://github.com/ChromeDevTools/devtools-frontend/blob/001ee672ab/front_end/core/sdk/RemoteObject.ts) and an
 * error's description is its text.
 * @param {ObjectRecord} record
 */
function readLater (record) {
  const note = readLaterNote(record)
  return note === '' || WITH_OWN_TEXT.has(record.subtype ?? '') ? '' : ` ${note}`
}

/**
 * @param {string} reason
 * @param {string} [className]
 * @returns {RemoteObject}
 */
function notCaptured (reason, className) {
  return {
    type: 'object',
    className: className ?? 'NotCaptured',
    description: `${className === undefined ? '' : `${className} `}${missingText(reason)}`
  }
}

/**
 * The text of a primitive. A string that was cut says so.
 * @param {Value} value
 */
function textOf (value) {
  const text = String(value.value)
  const missing = (value.length ?? 0) - text.length
  if (value.notCapturedReason === 'redacted') return missing > 0 ? `${text} <of ${value.length} characters>` : text
  return missing > 0 ? `${text}… <${missing} more characters not captured>` : text
}

/**
 * The description that V8 would give: for a function its text, for an error its stack.
 * @param {ObjectRecord} record
 * @param {ObjectSource} source
 */
function description (record, source) {
  if (record.type === 'function') return record.source ?? `function ${nameOf(record)}() { [native code] }`
  if (record.subtype?.startsWith('internal#')) return record.description ?? 'Object'
  switch (record.subtype) {
    case 'error':
      return (stackOf(record) ?? record.description ?? record.className ?? 'Error').slice(0, MAX_DESCRIPTION)
    // VS Code's debugger requests ranges of an array if its description has the length in parentheses. An array that
    // was cut has no such ranges, so its description differs. js-debug 1.117: `ArrayVariable` in
    // https://github.com/microsoft/vscode-js-debug/blob/06ce1aa296/src/adapter/variableStore.ts
    case 'array':
    case 'typedarray': {
      const captured =
        record.bytes === undefined
          ? record.properties.filter(({ name }) => isIndex(name)).length
          : bytesToNumbers(record, source).values.length
      const cut = record.notCaptured !== undefined || (record.bytes !== undefined && captured < (record.length ?? 0))
      return cut
        ? `${record.className}(${record.length ?? '?'}, ${captured} captured)`
        : `${record.className}(${record.length ?? captured})`
    }
    case 'promise':
      return record.className ?? 'Promise'
    case 'proxy':
      return 'Proxy'
  }
  return describeIn(record, source)
}

/** @param {ObjectRecord} record */
function stackOf (record) {
  const stack = record.properties.find(({ name, symbol }) => name === 'stack' && symbol === undefined)?.value
  return stack?.type === 'string' && typeof stack.value === 'string' && stack.value.includes('\n')
    ? stack.value
    : undefined
}

/** @param {ObjectRecord} record */
function nameOf (record) {
  const named = record.properties.find(({ name, symbol }) => name === 'name' && symbol === undefined)?.value?.value
  return typeof named === 'string' ? named.slice(0, MAX_DESCRIPTION) : ''
}

/**
 * @param {ObjectRecord} record
 * @param {ObjectSource} source
 * @returns {ObjectPreview}
 */
function objectPreview (record, source) {
  const isArray = record.subtype === 'array' || record.subtype === 'typedarray'
  const maximum = isArray ? MAX_PREVIEW_ELEMENTS : MAX_PREVIEW_PROPERTIES
  /** @type {PropertyPreview[]} */
  const all = []
  if (isArray && record.bytes !== undefined) {
    for (const [index, value] of bytesToNumbers(record, source)
      .values.slice(0, maximum + 1)
      .entries()) {
      all.push(propertyPreview(String(index), value, source))
    }
  }
  for (const { name, value, get, set, enumerable, symbol, notCapturedReason } of inReadingOrder(record)) {
    if (all.length > maximum) break
    if (enumerable === false || symbol !== undefined) continue
    if (value !== undefined) all.push(propertyPreview(name, value, source))
    else if (get !== undefined || set !== undefined) all.push({ name, type: 'accessor' })
    else all.push({ name, type: 'object', value: missingText(notCapturedReason) })
  }
  for (const { name, value } of record.privateProperties ?? []) {
    if (value !== undefined) all.push(propertyPreview(name, value, source))
  }
  for (const name of ['[[PromiseState]]', '[[PromiseResult]]', '[[Target]]', '[[PrimitiveValue]]']) {
    const value = internalProperty(record, name)
    if (value !== undefined) all.push(propertyPreview(name, value, source))
  }
  const entries = record.entries?.slice(0, MAX_PREVIEW_PROPERTIES).map(({ key, value }) => ({
    ...(key !== undefined && { key: valuePreview(key, source) }),
    value: valuePreview(value, source)
  }))
  return {
    type: record.type,
    ...(record.subtype !== undefined && { subtype: record.subtype }),
    description: description(record, source),
    overflow:
      all.length > maximum ||
      (record.entries?.length ?? 0) > MAX_PREVIEW_PROPERTIES ||
      record.notCaptured !== undefined,
    properties: all.slice(0, maximum),
    ...(entries !== undefined && { entries })
  }
}

/**
 * @param {string} name
 * @param {Value} value
 * @param {ObjectSource} source
 * @returns {PropertyPreview}
 */
function propertyPreview (name, value, source) {
  const { type, subtype } = value
  const text = value.type === 'function' ? '' : value.type === 'string' ? textOf(value) : describeValue(value, source)
  return {
    name,
    type,
    ...(subtype !== undefined && { subtype }),
    value: text.length > MAX_PREVIEW_STRING ? `${text.slice(0, MAX_PREVIEW_STRING)}…` : text
  }
}

/**
 * @param {Value} value
 * @param {ObjectSource} source
 * @returns {ObjectPreview}
 */
function valuePreview (value, source) {
  const { type, subtype, value: text } = propertyPreview('', value, source)
  return { type, ...(subtype !== undefined && { subtype }), description: text, overflow: false, properties: [] }
}

module.exports = { remoteObject, notCaptured, OBJECT_PREFIX }

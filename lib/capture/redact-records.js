'use strict'
// Takes secrets out of the JSON that a walk without the addon has made: the addon's walk does it as it goes. Names are those
// of variables, properties and Map keys; what an object inherits from the name that it stands under is kept by its id.

const { MAX_ERROR_LINE } = require('./describe-object')
const { firstLine } = require('./error-text')
const { MAX_SOURCE } = require('./object-internals')
const { Base64Slice, BufferFromBase64 } = require('./object-primordials')
const { MAX_DESCRIPTION, MAX_SYMBOL } = require('./object-table')
const { MAX_NAME } = require('./own-properties')
const { JSONParse, ObjectCreate, StringSlice } = require('./primordials')
const { keptOf } = require('./redaction')
const { toJson } = require('./to-json')

/**
 * @typedef {import('../dump/format').Value} Value
 * @typedef {import('../dump/format').Variable} Variable
 * @typedef {import('../dump/format').Property} Property
 * @typedef {import('../dump/format').ObjectRecord} ObjectRecord
 * @typedef {import('./redaction').Redactor} Redactor
 */

/** @typedef {{ maxStringLength: number, maxBufferBytes: number }} KeptLimits */

/** What names the value beside it: `{ name: 'authorization', value: '…' }`. */
const NAMING_KEYS = Object.freeze({ __proto__: null, name: true, key: true, header: true, field: true })

/** Their contents are elements, not named members. */
const LISTS = Object.freeze({ __proto__: null, array: true, set: true, weakset: true, map: true, weakmap: true, iterator: true, typedarray: true })

/**
 * @param {Redactor} redactor
 * @param {KeptLimits} limits of what is written; what comes in, here and where other limits apply, may be longer by OVERLAP
 */
function recordRedactor (redactor, { maxStringLength, maxBufferBytes }) {
  /** @type {Record<string, number>} flags of what an object stands under */
  const holders = ObjectCreate(null)

  /**
   * @param {string} text
   * @param {number} maxLength
   */
  const cut = (text, maxLength) => keptOf(redactor.text(text), text.length, maxLength)

  /** @param {string} text `Symbol(description)` */
  const cutSymbol = text => `${cut(StringSlice(text, 0, -1), MAX_SYMBOL)})`

  /**
   * @param {Value | undefined} value
   * @param {number} flags
   */
  function redactValue (value, flags) {
    if (value === undefined) return
    if (value.type === 'symbol' && value.description !== undefined) value.description = cutSymbol(value.description)
    if (value.registryKey !== undefined) value.registryKey = cut(value.registryKey, MAX_DESCRIPTION)
    if (value.objectId !== undefined) holders[value.objectId] = (holders[value.objectId] ?? 0) | flags
    if (value.type === 'string' && value.value !== undefined) redactString(value, flags)
    if (value.type === 'number' && value.value !== undefined && redactor.isSensitiveNumber(/** @type {number} */ (value.value), flags)) hide(value, 'value')
    if (value.type === 'bigint' && value.unserializableValue !== undefined) {
      const digits = StringSlice(value.unserializableValue, 0, -1)
      if (redactor.text(digits, flags) !== digits) hide(value, 'unserializableValue')
    }
  }

  /**
   * @param {Value} value
   * @param {number} flags
   */
  function redactString (value, flags) {
    const text = /** @type {string} */ (value.value)
    const redacted = redactor.text(text, flags)
    if (redacted !== text) value.notCapturedReason = 'redacted'
    else if (text.length > maxStringLength) value.notCapturedReason = 'stringLength'
    else return
    value.length ??= text.length
    value.value = keptOf(redacted, text.length, maxStringLength)
  }

  /** @param {readonly Variable[]} variables */
  function redactVariables (variables) {
    for (let i = 0; i < variables.length; i++) {
      const variable = variables[i]
      redactValue(variable.value, redactor.nameFlags(variable.name))
      variable.name = cut(variable.name, MAX_NAME)
    }
  }

  /** @param {ObjectRecord} record */
  function redactRecord (record) {
    const flags = holders[record.objectId] ?? 0
    const list = record.subtype !== undefined && record.subtype in LISTS
    const inherited = redactor.inherit(flags, list)
    if (record.description !== undefined) {
      record.description = record.subtype === 'error' ? firstLine(cut(record.description, MAX_ERROR_LINE)) : redactor.text(record.description)
    }
    if (record.regexp !== undefined) {
      record.regexp.source = cut(record.regexp.source, maxStringLength)
      record.description = `/${record.regexp.source}/${record.regexp.flags}`
    }
    if (record.source !== undefined) record.source = cut(record.source, MAX_SOURCE)
    redactProperties(record.properties, inherited, record.subtype === 'array', record.length === 2)
    const { entries = [], internalProperties = [], privateProperties = [], scopes = [] } = record
    // What Node.js keeps of all AsyncLocalStorages.
    const ofStorages = record.className === 'AsyncContextFrame'
    for (let i = 0; i < entries.length; i++) {
      const { key, value } = entries[i]
      const named = key?.type === 'string'
        ? redactor.nameFlags(/** @type {string} */ (key.value ?? ''))
        : ofStorages ? holders[key?.objectId ?? ''] ?? 0 : 0
      redactValue(key, list && record.subtype !== 'map' && record.subtype !== 'weakmap' ? inherited : 0)
      redactValue(value, inherited | named)
    }
    // What a Promise, a box or a Proxy holds stands under the same name.
    for (let i = 0; i < internalProperties.length; i++) redactValue(internalProperties[i].value, flags)
    for (let i = 0; i < privateProperties.length; i++) {
      redactValue(privateProperties[i].value, inherited | redactor.nameFlags(privateProperties[i].name))
    }
    for (let i = 0; i < scopes.length; i++) redactVariables(scopes[i].variables)
    if (record.bytes !== undefined) record.bytes.base64 = redactBase64(record.bytes.base64, flags)
  }

  /**
   * @param {Property[]} properties
   * @param {number} inherited
   * @param {boolean} elements their names are indices
   * @param {boolean} pair
   */
  function redactProperties (properties, inherited, elements, pair) {
    let before = 0
    let named = 0
    for (let i = 0; i < properties.length; i++) {
      const { name, value } = properties[i]
      if (name in NAMING_KEYS && value?.type === 'string') named |= redactor.nameFlags(/** @type {string} */ (value.value ?? ''))
    }
    for (let i = 0; i < properties.length; i++) {
      const property = properties[i]
      const { name, value } = property
      const own = elements ? before : redactor.nameFlags(name) | (name === 'value' ? named : 0)
      before = elements && value?.type === 'string' ? redactor.nextElementFlags(/** @type {string} */ (value.value ?? ''), pair) : 0
      property.name = property.symbol === undefined ? cut(name, MAX_NAME) : cutSymbol(name)
      if (property.symbol !== undefined) redactValue(property.symbol, 0)
      redactValue(value, inherited | own)
    }
  }

  /**
   * @param {string} base64
   * @param {number} flags
   */
  function redactBase64 (base64, flags) {
    const bytes = BufferFromBase64(base64)
    redactor.bytes(bytes, flags)
    return Base64Slice(bytes, 0, bytes.length < maxBufferBytes ? bytes.length : maxBufferBytes)
  }

  return {
    /** @param {string} json of a Value */
    value (json) {
      const value = JSONParse(json)
      redactValue(value, 0)
      return toJson(value)
    },
    /** @param {string} json of a Variable[] */
    variables (json) {
      const variables = JSONParse(json)
      redactVariables(variables)
      return toJson(variables)
    },
    /** @param {string} json of an object record; those that refer to it come first */
    record (json) {
      const record = JSONParse(json)
      redactRecord(record)
      return toJson(record)
    }
  }
}

/**
 * @param {Value} value
 * @param {'value' | 'unserializableValue'} member
 */
function hide (value, member) {
  delete value[member]
  value.notCapturedReason = 'redacted'
}

module.exports = { recordRedactor }

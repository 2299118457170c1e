'use strict'
// Lists the contents of an object in the order in which they are shown, and what is missing from them.

const { AT_OTHER_TIME } = require('crash-collector-shared/dump/terms')
const { internalProperty, missingText } = require('./describe-value')
const { isIndex } = require('./member-text')
const { inReadingOrder } = require('./property-order')
const { reactionTexts } = require('./reactions')
const { quote } = require('../text/terminal-text')
const { bytesToNumbers } = require('./typed-array-bytes')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Property} Property */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./types').Item} Item */
/** @typedef {import('./types').PlaceOf} PlaceOf */

/** Properties of errors that are shown although they are not enumerable. */
const ERROR_FIELDS = new Set(['cause', 'errors'])

/**
 * Internal state that is shown as items, under CDP's names. [[PrimitiveValue]] and [[DateValue]] are in the object's
 * description.
 */
const INTERNAL_ITEMS = new Set([
  '[[TargetFunction]]',
  '[[BoundThis]]',
  '[[BoundArgs]]',
  '[[WeakRefTarget]]',
  '[[GeneratorState]]',
  '[[GeneratorFunction]]',
  '[[GeneratorReceiver]]',
  '[[Value]]',
  '[[Exports]]',
  '[[Imports]]'
])

/** Internal state that is shown with the properties that are not enumerable. */
const HIDDEN_ITEMS = new Set(['[[Prototype]]', AT_OTHER_TIME])

/**
 * @param {ObjectRecord} record
 * @param {import('./types').ObjectSource} source
 * @param {{ maxItems: number, hidden: boolean, placeOf?: PlaceOf }} options hidden: include properties that are not
 *   enumerable; placeOf: include what waits for a promise
 * @returns {Item[]}
 */
function objectItems (record, source, { maxItems, hidden, placeOf }) {
  const { items: elements, missing } =
    record.bytes === undefined ? { items: arrayElements(record), missing: 0 } : byteItems(record, source)
  /** @type {Item[]} */
  const entries = (record.entries ?? []).map(({ key, value }) => ({ label: '', ...(key && { key }), value }))
  const fields = inReadingOrder(record)
    .filter(property => !isElement(record, property) && isShown(record, property, hidden))
    .map(property => propertyItem(property))
  const internal = [
    ...stateItems(record, source, placeOf),
    ...(record.internalProperties ?? [])
      .filter(({ name }) => INTERNAL_ITEMS.has(name) || (hidden && HIDDEN_ITEMS.has(name)))
      .map(({ name, value }) => ({ label: `${name}: `, value }))
  ]
  const privates = (record.privateProperties ?? [])
    .filter(each => hidden || !isPrivateMethod(each, source))
    .map(({ name, value, get, set }) => propertyItem({ name, value, get, set }))
  return [
    ...cutItems(elements, maxItems, missing),
    ...cutItems(entries, maxItems),
    ...missingItems(record, ['collectionSize', 'bytes']),
    ...internal,
    ...cutItems([...privates, ...fields], maxItems),
    ...missingItems(record, [
      'fieldCount',
      'depth',
      'objectCount',
      'timeout',
      'notRead',
      'redacted',
      'unavailable',
      'error',
      'internal'
    ])
  ]
}

/**
 * The items of a promise or a Proxy, in the style of Node.js's inspect: `Promise { <rejected> Error: … }`,
 * `Proxy { target, handler }`.
 * @param {ObjectRecord} record
 * @param {import('./types').ObjectSource} source
 * @param {PlaceOf} [placeOf]
 * @returns {Item[]}
 */
function stateItems (record, source, placeOf) {
  const result = internalProperty(record, '[[PromiseResult]]')
  const [target, handler] = [internalProperty(record, '[[Target]]'), internalProperty(record, '[[Handler]]')]
  if (record.subtype === 'proxy' && internalProperty(record, '[[IsRevoked]]')?.value === true) {
    return [{ label: '', text: '<revoked>' }]
  }
  if (record.subtype === 'proxy') {
    return [target, handler].flatMap(value => (value === undefined ? [] : [{ label: '', value }]))
  }
  const state = internalProperty(record, '[[PromiseState]]')?.value
  if (record.subtype !== 'promise' || typeof state !== 'string') return []
  if (result === undefined || state === 'pending') {
    const reactions = placeOf === undefined ? [] : reactionTexts(record, source, placeOf)
    return [`<${state}>`, ...reactions].map(text => ({ label: '', text }))
  }
  return [{ label: state === 'rejected' ? '<rejected> ' : '', value: result }]
}

/**
 * True for a private method. V8 keeps those in each object of the class, where they tell nothing of the object.
 * @param {NonNullable<ObjectRecord['privateProperties']>[number]} property
 * @param {import('./types').ObjectSource} source
 */
function isPrivateMethod ({ name, value }, source) {
  if (value?.type !== 'function' || value.objectId === undefined) return false
  const text = source.object(value.objectId)?.source
  // A field may hold a function, too, whose text then does not begin with the name of the field.
  return text === undefined || PRIVATE_METHOD.exec(text.slice(0, MAX_HEAD))?.[1] === name
}

const MAX_HEAD = 500
const PRIVATE_METHOD = /^(?:async\s*)?(?:\*\s*)?(#[\w$]+)\s*\(/

/**
 * @param {Item[]} items
 * @param {number} maxItems
 * @param {number} [missing] number of further items that the dump does not have
 */
function cutItems (items, maxItems, missing = 0) {
  if (items.length > maxItems) {
    return [...items.slice(0, maxItems), { label: '', text: `… ${items.length - maxItems + missing} more` }]
  }
  return missing === 0 ? items : [...items, { label: '', text: `… ${missing} more not captured` }]
}

/**
 * @param {ObjectRecord} record
 * @param {Property} property
 */
function isElement (record, property) {
  return (
    (record.subtype === 'array' || record.subtype === 'typedarray') &&
    property.symbol === undefined &&
    isIndex(property.name)
  )
}

/**
 * @param {ObjectRecord} record
 * @param {Property} property
 * @param {boolean} hidden
 */
function isShown (record, property, hidden) {
  if (record.subtype === 'array' && property.name === 'length') return false
  return hidden || property.enumerable !== false || (record.subtype === 'error' && ERROR_FIELDS.has(property.name))
}

/**
 * @param {Pick<Property, 'name'|'symbol'|'value'|'get'|'set'|'enumerable'|'notCapturedReason'>} property
 * @returns {Item}
 */
function propertyItem (property) {
  const plainName = /^[#\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(property.name)
  const name =
    property.symbol !== undefined
      ? `[${property.symbol.description ?? property.name}]`
      : plainName
        ? property.name
        : quote(property.name)
  // Node.js's inspect puts names of properties that are not enumerable in brackets.
  const label = `${property.enumerable === false && property.symbol === undefined ? `[${name}]` : name}: `
  if (property.value !== undefined) return { label, value: property.value }
  if (property.notCapturedReason !== undefined) return { label, text: missingText(property.notCapturedReason) }
  return {
    label,
    text: property.get === undefined ? '[Setter]' : property.set === undefined ? '[Getter]' : '[Getter/Setter]'
  }
}

/**
 * The elements and holes of an array.
 * @param {ObjectRecord} record
 * @returns {Item[]}
 */
function arrayElements (record) {
  if (record.subtype !== 'array' && record.subtype !== 'typedarray') return []
  /** @type {Item[]} */
  const items = []
  let next = 0
  /** @param {number} end */
  const holes = end => {
    if (end > next) items.push({ label: '', text: `<${end - next} empty item${end - next === 1 ? '' : 's'}>` })
  }
  for (const property of record.properties) {
    if (!isElement(record, property)) continue
    const index = Number(property.name)
    holes(index)
    items.push({ ...propertyItem(property), label: '' })
    next = index + 1
  }
  if (record.notCaptured === undefined) holes(record.length ?? next)
  return items
}

/**
 * @param {ObjectRecord} record
 * @param {import('./types').ObjectSource} source
 * @returns {{ items: Item[], missing: number }}
 */
function byteItems (record, source) {
  // The bytes of a Buffer are in its description.
  if (record.className === 'Buffer') return { items: [], missing: 0 }
  const { values, missing } = bytesToNumbers(record, source)
  /** @type {Item[]} */
  const items =
    record.subtype === 'typedarray'
      ? values.map(value => ({ label: '', value }))
      : [
          { label: '', text: `<${values.map(({ value }) => Number(value).toString(16).padStart(2, '0')).join(' ')}>` },
          { label: 'byteLength: ', value: { type: 'number', value: record.bytes?.byteLength ?? 0 } }
        ]
  return { items, missing }
}

/**
 * @param {ObjectRecord} record
 * @param {string[]} reasons
 * @returns {Item[]}
 */
function missingItems (record, reasons) {
  return (record.notCaptured ?? [])
    .filter(({ reason }) => reasons.includes(reason))
    .map(({ reason, count, what }) => {
      const more = `${count === undefined ? 'more' : `${count} more`}${what === undefined ? '' : ` ${what}`}`
      return { label: '', text: `… ${more} ${missingText(reason)}` }
    })
}

module.exports = { objectItems }

'use strict'
// Converts values of a dump to plain JSON for other tools. The result is short and never cyclic.

const { describeValue } = require('../values/describe-value')
const { isIndex } = require('../values/member-text')
const { inReadingOrder } = require('../values/property-order')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const MAX_DEPTH = 3
const MAX_ITEMS = 20
const MAX_STRING = 1000
/** The key of the note that members were left out. */
const MORE = '…'

/**
 * @param {Dump} dump
 * @param {Value} value
 * @param {number} [depth]
 * @param {string[]} [open] ids of the objects that contain the value
 * @returns {unknown} JSON
 */
function plainValue (dump, value, depth = 0, open = []) {
  const known = value.notCapturedReason === undefined || value.value !== undefined
  if (known && value.type === 'string' && typeof value.value === 'string') {
    return shortText(value.value, value.notCapturedReason === 'redacted' ? 0 : value.length)
  }
  if (known && value.type === 'boolean') return value.value
  if (known && value.type === 'number' && value.unserializableValue === undefined) return value.value
  if (value.subtype === 'null') return null
  const text = describeValue(value, dump).slice(0, MAX_STRING)
  const record = value.objectId === undefined || value.type !== 'object' ? undefined : dump.object(value.objectId)
  if (record === undefined || depth >= MAX_DEPTH) return text
  if (open.includes(record.objectId)) return '[Circular]'
  const inner = (/** @type {{ value?: Value, notCapturedReason?: string }} */ { value: held, notCapturedReason }) =>
    held !== undefined
      ? plainValue(dump, held, depth + 1, [...open, record.objectId])
      : notCapturedReason === undefined
        ? '[Getter]'
        : `<${notCapturedReason}>`
  if (record.subtype === 'array') {
    const items = record.properties.filter(({ name }) => isIndex(name))
    return [
      ...items.slice(0, MAX_ITEMS).map(each => inner(each)),
      ...(items.length < (record.length ?? 0) || items.length > MAX_ITEMS ? [inAll(record.length ?? items.length)] : [])
    ]
  }
  if (record.entries !== undefined && (record.subtype === 'map' || record.subtype === 'set')) {
    const entries = record.entries.slice(0, MAX_ITEMS)
    const size = Math.max(record.size ?? 0, record.entries.length)
    const isCut = size > entries.length
    if (record.subtype === 'set') return [...entries.map(each => inner(each)), ...(isCut ? [inAll(size)] : [])]
    const pairs = entries.map(({ key, value: held }) => [
      key === undefined ? '' : key.type === 'string' ? String(key.value) : describeValue(key, dump),
      inner({ value: held })
    ])
    return Object.fromEntries([...pairs, ...(isCut ? [[MORE, inAll(size)]] : [])])
  }
  if (record.subtype !== undefined) return text
  const properties = [
    ...record.privateProperties ?? [],
    ...inReadingOrder(record).filter(({ enumerable, symbol }) => enumerable !== false && symbol === undefined)
  ]
  const pairs = properties.slice(0, MAX_ITEMS).map(each => [each.name, inner(each)])
  return Object.fromEntries([...pairs, ...(properties.length > MAX_ITEMS ? [[MORE, inAll(properties.length)]] : [])])
}

/** @param {number} count */
function inAll (count) {
  return `… ${count} in all`
}

/**
 * @param {string} text
 * @param {number} [length] length of the whole text, if the dump has only a part of it
 */
function shortText (text, length = 0) {
  return text.length > MAX_STRING || length > text.length ? `${text.slice(0, MAX_STRING)}…` : text
}

module.exports = { plainValue }

'use strict'
// Values of a dump as plain JSON for other tools: short, and never cyclic.

const { describeValue } = require('../describe-value')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/format').Value} Value */

const MAX_DEPTH = 3
const MAX_ITEMS = 20
const MAX_STRING = 1000

/**
 * @param {Dump} dump
 * @param {Value} value
 * @param {number} [depth]
 * @param {string[]} [open] ids of the objects around it
 * @returns {unknown} JSON
 */
function plainValue (dump, value, depth = 0, open = []) {
  const known = value.notCapturedReason === undefined || value.value !== undefined
  if (known && value.type === 'string' && typeof value.value === 'string') return value.value.length > MAX_STRING ? `${value.value.slice(0, MAX_STRING)}…` : value.value
  if (known && value.type === 'boolean') return value.value
  if (known && value.type === 'number' && value.unserializableValue === undefined) return value.value
  if (value.subtype === 'null') return null
  const text = describeValue(value, dump).slice(0, MAX_STRING)
  const record = value.objectId === undefined || value.type !== 'object' ? undefined : dump.object(value.objectId)
  if (record === undefined || depth >= MAX_DEPTH) return text
  if (open.includes(record.objectId)) return '[Circular]'
  const inner = (/** @type {Value|undefined} */ held) => held === undefined ? '[Getter]' : plainValue(dump, held, depth + 1, [...open, record.objectId])
  if (record.subtype === 'array') {
    const items = record.properties.filter(({ name }) => /^\d+$/.test(name))
    return [...items.slice(0, MAX_ITEMS).map((each) => inner(each.value)), ...(items.length < (record.length ?? 0) || items.length > MAX_ITEMS ? [`… ${record.length} in all`] : [])]
  }
  if (record.entries !== undefined && (record.subtype === 'map' || record.subtype === 'set')) {
    const entries = record.entries.slice(0, MAX_ITEMS)
    return record.subtype === 'set' ? entries.map((each) => inner(each.value)) : Object.fromEntries(entries.map(({ key, value: held }) => [key === undefined ? '' : key.type === 'string' ? String(key.value) : describeValue(key, dump), inner(held)]))
  }
  if (record.subtype !== undefined) return text
  const properties = [...(record.privateProperties ?? []), ...record.properties.filter(({ enumerable, symbol }) => enumerable !== false && symbol === undefined)]
  return Object.fromEntries(properties.slice(0, MAX_ITEMS).map(({ name, value: held }) => [name, inner(held)]))
}

module.exports = { plainValue }

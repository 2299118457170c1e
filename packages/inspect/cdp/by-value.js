'use strict'
// Converts a value of a dump to plain JSON, for requests with `returnByValue`.

const { isIndex } = require('../values/member-text')
const { ProtocolError } = require('./protocol-error')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const MAX_DEPTH = 20
/** A shared object is written once for each reference to it, so a limit of depth alone would not bound the result. */
const MAX_VALUES = 100_000

/**
 * @param {Value} value
 * @param {import('../values/types').ObjectSource} source
 * @param {number} [depth]
 * @param {{ left: number }} [budget] how many more values may be written
 * @returns {unknown}
 * @throws {ProtocolError} with V8's message, if the value is too large
 */
function toJson (value, source, depth = 0, budget = { left: MAX_VALUES }) {
  spend(budget, 1)
  if (value.type !== 'object' || value.subtype === 'null') return value.value
  const record = value.objectId === undefined ? undefined : source.object(value.objectId)
  if (record === undefined || depth > MAX_DEPTH) return undefined
  const own = record.properties.filter(
    ({ symbol, enumerable, value }) => symbol === undefined && enumerable !== false && value !== undefined
  )
  const pairs = own.map(
    ({ name, value }) =>
      /** @type {[string, unknown]} */ ([
        name,
        value === undefined ? undefined : toJson(value, source, depth + 1, budget)
      ])
  )
  if (record.subtype !== 'array') return Object.fromEntries(pairs)
  /** @type {unknown[]} */
  const items = []
  for (const [name, item] of pairs) {
    if (!isIndex(name)) continue
    // JSON writes null for each hole.
    spend(budget, Math.max(0, Number(name) - items.length))
    items[Number(name)] = item
  }
  return items
}

/**
 * @param {{ left: number }} budget
 * @param {number} count
 */
function spend (budget, count) {
  budget.left -= count
  if (budget.left < 0) throw new ProtocolError('Object reference chain is too long')
}

module.exports = { toJson }

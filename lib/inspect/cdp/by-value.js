'use strict'
// A value of a dump as plain JSON, which `returnByValue` asks for.

const { isIndex } = require('./remote-object')

/** @typedef {import('../../dump/format').Value} Value */

const MAX_DEPTH = 20

/**
 * @param {Value} value
 * @param {import('../describe-value').ObjectSource} source
 * @param {number} [depth]
 * @returns {unknown}
 */
function toJson (value, source, depth = 0) {
  if (value.type !== 'object' || value.subtype === 'null') return value.value
  const record = value.objectId === undefined ? undefined : source.object(value.objectId)
  if (record === undefined || depth > MAX_DEPTH) return undefined
  const own = record.properties.filter(({ symbol, enumerable, value }) => symbol === undefined && enumerable !== false && value !== undefined)
  const pairs = own.map(({ name, value }) => /** @type {[string, unknown]} */ ([name, value === undefined ? undefined : toJson(value, source, depth + 1)]))
  if (record.subtype === 'array') return pairs.filter(([name]) => isIndex(name)).map(([, item]) => item)
  return Object.fromEntries(pairs)
}

module.exports = { toJson }

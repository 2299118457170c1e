'use strict'
// Lists the names that can be read from a value, own and inherited, without those that every object has.

const { internalProperty } = require('../values/describe-value')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** The built-in objects whose method names are listed, too, by type of the value. @type {Record<string, object>} */
const METHODS = {
  array: Array.prototype,
  map: Map.prototype,
  set: Set.prototype,
  promise: Promise.prototype,
  date: Date.prototype,
  string: String.prototype
}

const MAX_PROTOTYPES = 20

/**
 * @param {Dump} dump
 * @param {Value} value
 * @returns {string[]}
 */
function namesOf (dump, value) {
  /** @type {string[]} */
  const names = []
  let record = value.objectId === undefined || value.type === 'symbol' ? undefined : dump.object(value.objectId)
  const builtIn = METHODS[record?.subtype ?? value.type]
  if (builtIn !== undefined) names.push(...Object.getOwnPropertyNames(builtIn))
  for (let i = 0; record !== undefined && i < MAX_PROTOTYPES; i++) {
    for (const { name, symbol } of record.properties) {
      if (symbol === undefined && name !== 'constructor') names.push(name)
    }
    const prototype = internalProperty(record, '[[Prototype]]')
    record = prototype?.objectId === undefined ? undefined : dump.object(prototype.objectId)
  }
  return names
}

module.exports = { namesOf }

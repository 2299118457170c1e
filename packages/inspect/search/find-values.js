'use strict'
// Finds the values of a dump that contain a text.

const { UsageError } = require('../cli/usage')
const { plain } = require('../text/terminal-text')
const { createRegexpMatcher } = require('./regexp-matcher')
const { walkValues } = require('./walk-values')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./walk-values').Found} Found */

/**
 * @param {string} words a text, or `/regular expression/flags`
 * @returns {(text: string) => boolean}
 * @throws {UsageError}
 */
function createMatcher (words) {
  if (words === '') throw new UsageError('there is nothing to search for')
  try {
    return createRegexpMatcher(words) ?? (text => text.includes(words))
  } catch (error) {
    throw new UsageError(plain(error instanceof Error ? error.message : String(error)))
  }
}

/**
 * @param {Dump} dump
 * @param {(text: string) => boolean} matches
 * @returns {Generator<Found, void, void>} each value once, even if it has several places
 */
function * findValues (dump, matches) {
  for (const found of walkValues(dump)) {
    const text = textOf(dump, found.value)
    if (text !== undefined && matches(text)) yield found
  }
}

/**
 * @param {Dump} dump
 * @param {Value} value
 * @returns {string|undefined}
 */
function textOf (dump, value) {
  if (value.unserializableValue !== undefined) return value.unserializableValue
  if (value.value !== undefined && value.value !== null) return String(value.value)
  if (value.type === 'symbol') return value.description
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  if (record?.regexp !== undefined) return `/${record.regexp.source}/${record.regexp.flags}`
  return record?.subtype === 'error'
    ? record.description
    : record?.className === 'Object'
      ? undefined
      : record?.className
}

module.exports = { createMatcher, findValues }

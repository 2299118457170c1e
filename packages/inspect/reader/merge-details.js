'use strict'
// Merges an object's objectDetails records into its object record.

/**
 * @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord
 * @typedef {import('crash-collector-shared/dump/format').ObjectDetailsRecord} ObjectDetailsRecord
 * @typedef {import('crash-collector-shared/dump/format').Property} Property
 */

/** The members of an objectDetails record that are added to the lists of its object. */
const LISTS = /** @type {const} */ (['internalProperties', 'privateProperties', 'scopes', 'notCaptured'])

/**
 * @param {ObjectRecord} record is added to
 * @param {ObjectDetailsRecord} details
 */
function mergeDetails (record, details) {
  if (details.atReport !== undefined) addRest(record, details.atReport)
  for (const name of LISTS) {
    const more = details[name]
    if (more === undefined) continue
    /** @type {unknown[]} */
    const list = (record[name] ??= [])
    for (const each of more) list.push(each)
  }
}

/**
 * Adds what the record lacks. Contents that the record has are those at the throw, and stay. A string that was cut is
 * completed if the later one has the same beginning and the same length.
 * @param {ObjectRecord} record is added to
 * @param {NonNullable<ObjectDetailsRecord['atReport']>} later the same object
 */
function addRest (record, later) {
  const known = new Map(record.properties.map(property => [keyOf(property), property]))
  /** @type {Property[]} */
  const properties = []
  for (const property of later.properties) {
    const key = keyOf(property)
    const first = known.get(key)
    known.delete(key)
    properties.push(first === undefined ? property : { ...first, value: wholeOf(first.value, property.value) })
  }
  record.properties = [...properties, ...known.values()]
  if (later.entries !== undefined) {
    const first = record.entries ?? []
    record.entries = [...first, ...later.entries.slice(first.length)]
  }
  // After the merge only those things are missing that were missing at the report.
  const { notCaptured } = later
  if (notCaptured === undefined) delete record.notCaptured
  else record.notCaptured = [...notCaptured]
  record.restReadAt = 'report'
}

/** @param {Property} property */
function keyOf ({ name, symbol }) {
  return symbol === undefined ? name : `${name} ${symbol.objectId}`
}

/**
 * @param {import('crash-collector-shared/dump/format').Value | undefined} first
 * @param {import('crash-collector-shared/dump/format').Value | undefined} later
 */
function wholeOf (first, later) {
  const isCut =
    first?.type === 'string' && first.notCapturedReason === 'stringLength' && typeof first.value === 'string'
  if (!isCut || later?.type !== 'string' || typeof later.value !== 'string') return first
  const length = later.length ?? later.value.length
  return length === first.length && later.value.startsWith(String(first.value)) ? later : first
}

module.exports = { mergeDetails }

'use strict'
// Compares a value of a dump with the original JavaScript value. An expected plain object or array is a pattern: of a
// plain object only the named properties are compared, of an array every index and its length.

/** @typedef {import('../../packages/shared/dump/format').Value} Value */
/** @typedef {import('../../packages/shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../../packages/shared/dump/format').NotCapturedReason} NotCapturedReason */
/** @typedef {{ object: (objectId: string) => ObjectRecord|undefined }} Objects */
/**
 * @typedef {(value: Value|undefined, dump: Objects, record: ObjectRecord|undefined) => string|undefined} Check returns
 *   what is wrong, if anything
 */

/** An expectation that checks the record itself. */
class Matcher {
  /** @param {Check} check */
  constructor (check) {
    this.check = check
  }
}

/** @param {Check} check */
const matches = check => new Matcher(check)

/**
 * @param {Objects} dump
 * @param {Value|undefined} value
 * @param {unknown} expected
 * @param {string} [where]
 * @returns {string[]} problems
 */
function matchValue (dump, value, expected, where = 'value') {
  const record = value?.objectId === undefined ? undefined : dump.object(value.objectId)
  if (expected instanceof Matcher) {
    const problem = expected.check(value, dump, record)
    return problem === undefined ? [] : [`${where}: ${problem}, got ${show(value, record)}`]
  }
  if (value === undefined) return [`${where}: not in the dump`]
  if (typeof expected !== 'object' || expected === null) {
    return samePrimitive(value, expected)
      ? []
      : [`${where}: expected ${String(expected)} (${typeof expected}), got ${show(value, record)}`]
  }
  if (record === undefined) return [`${where}: expected an object, got ${show(value, record)}`]
  const problems = []
  if (Array.isArray(expected)) {
    if (record.subtype !== 'array') problems.push(`${where}: expected an array, got ${show(value, record)}`)
    if (record.length !== expected.length) {
      problems.push(`${where}.length: expected ${expected.length}, got ${record.length}`)
    }
    for (let i = 0; i < expected.length; i++) {
      if (i in expected) {
        problems.push(...matchValue(dump, property(record, String(i))?.value, expected[i], `${where}[${i}]`))
      } else if (property(record, String(i)) !== undefined) problems.push(`${where}[${i}]: expected a hole`)
    }
    return problems
  }
  for (const key of Object.keys(expected)) {
    problems.push(...matchValue(dump, property(record, key)?.value, Reflect.get(expected, key), `${where}.${key}`))
  }
  return problems
}

/**
 * @param {ObjectRecord} record
 * @param {string} name
 */
function property (record, name) {
  return record.properties.find(each => each.name === name && each.symbol === undefined)
}

/**
 * @param {ObjectRecord|undefined} record
 * @param {string} name
 * @returns {Value|undefined}
 */
function internal (record, name) {
  return record?.internalProperties?.find(each => each.name === name)?.value
}

/**
 * @param {Value} value
 * @param {unknown} expected
 */
function samePrimitive (value, expected) {
  if (value.notCapturedReason !== undefined) return false
  switch (typeof expected) {
    case 'number':
      return (
        value.type === 'number' &&
        Object.is(value.unserializableValue === undefined ? value.value : Number(value.unserializableValue), expected)
      )
    case 'bigint':
      return value.type === 'bigint' && value.unserializableValue === `${expected}n`
    case 'symbol':
      return value.type === 'symbol' && value.description === expected.toString()
    case 'object':
      return value.type === 'object' && value.subtype === 'null' && value.value === null
    case 'undefined':
      return value.type === 'undefined'
    case 'string':
      return value.type === 'string' && value.value === expected
    case 'boolean':
      return value.type === 'boolean' && value.value === expected
    default:
      return false
  }
}

/**
 * @param {Value|undefined} value
 * @param {ObjectRecord|undefined} record
 */
function show (value, record) {
  return JSON.stringify(value) + (record === undefined ? '' : ` ${JSON.stringify(record).slice(0, 600)}`)
}

module.exports = { matchValue, matches, property, internal, samePrimitive }

'use strict'
// Walks values along their members, each with its path in the notation of `eval`. Who walks decides which members
// count.

const { AT_OTHER_TIME } = require('crash-collector-shared/dump/terms')
const { describeValue } = require('./describe-value')
const { memberText } = require('./member-text')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/**
 * What an object holds: a property by its name or its symbol, a private member, an entry of a collection or its key, or
 * internal state such as `[[PromiseResult]]`.
 * @typedef {object} Member
 * @property {'property'|'symbol'|'private'|'entry'|'key'|'internal'} kind
 * @property {string} name '' for entries and keys
 * @property {string} text what follows the path of the object
 * @property {Value} [value]
 * @property {string} [notCapturedReason] why there is no value; a getter has neither
 */

/**
 * @param {ObjectRecord} record
 * @param {string} path of the object, '' if its members are variables
 * @param {import('./types').ObjectSource} source
 * @returns {Generator<Member, void, void>} properties first, then private members, entries and internal state
 */
function * membersOf (record, path, source) {
  for (const { name, symbol, value, notCapturedReason } of record.properties) {
    if (symbol === undefined) yield { kind: 'property', name, text: memberText(name, path), value, notCapturedReason }
    else yield { kind: 'symbol', name, text: `[${symbol.description ?? name}]`, value, notCapturedReason }
  }
  for (const { name, value } of record.privateProperties ?? []) yield { kind: 'private', name, text: `.${name}`, value }
  for (const [i, { key, value }] of (record.entries ?? []).entries()) {
    const isPrimitive = key !== undefined && key.type !== 'object' && key.type !== 'function'
    const text = isPrimitive ? `.get(${describeValue(key, source)})` : `[[Entry ${i}]]`
    yield { kind: 'entry', name: '', text, value }
    if (key !== undefined) yield { kind: 'key', name: '', text: `[[Key ${i}]]`, value: key }
  }
  for (const { name, value } of record.internalProperties ?? []) {
    if (name !== AT_OTHER_TIME) yield { kind: 'internal', name, text: name, value }
  }
}

/**
 * Walks breadth first, so that an object is met with its shortest path first.
 * @template T
 * @param {Iterable<T>} roots
 * @param {(found: T, waiting: number) => Iterable<T>} open gives what a value leads to; waiting: how many of the next
 *   level are known already. It is called after whoever walks has had the value
 * @returns {Generator<T, void, void>}
 */
function * walk (roots, open) {
  let level = [...roots]
  while (level.length > 0) {
    /** @type {T[]} */
    const next = []
    for (const found of level) {
      yield found
      // Values are added one at a time, because an array can have more elements than a call takes arguments.
      for (const inner of open(found, next.length)) next.push(inner)
    }
    level = next
  }
}

module.exports = { membersOf, walk }

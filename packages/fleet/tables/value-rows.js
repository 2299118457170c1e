'use strict'
// Adds the values of a dump to the table `variables`, each with its path in the notation of `eval`.

const { asyncStoresOf } = require('crash-collector-inspect/crash/async-stores')
const { OWN_SCOPES } = require('crash-collector-inspect/show/frames')
const { MODULE_WRAPPER } = require('crash-collector-inspect/source/scope-places')
const { describeObject, describeValue } = require('crash-collector-inspect/values/describe-value')
const { memberText } = require('crash-collector-inspect/values/member-text')
const { summaryOf } = require('crash-collector-inspect/values/summaries/summary-of')
const { isDependency } = require('crash-collector-inspect/source/location')
const { addRow } = require('./schema')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('./schema').Rows} Rows */

/**
 * @typedef {object} Held a value, or the reason why it is missing
 * @property {string} path
 * @property {Value} [value]
 * @property {string} [notCapturedReason]
 */

/** @typedef {Held & { name: string, scope: string, frame: number | null, depth: number }} Found */

// A dump may hold millions of values. These limits keep the first, nearest to the throw.
const MAX_ROWS = 1000
const MAX_ROWS_OF_PLACE = 200
const MAX_ROWS_OF_DEPENDENCY = 30
const MAX_DEPTH = 4
const MAX_MEMBERS = 40
const MAX_TEXT = 1000

/**
 * @param {Rows} rows is added to
 * @param {number} crash
 * @param {Dump} dump
 * @returns {boolean} true if a limit has left out values
 */
function addValues (rows, crash, dump) {
  let left = MAX_ROWS
  let isCut = false
  for (const { values, maxRows } of placesOf(dump)) {
    const limit = Math.min(left, maxRows)
    const added = addPlace(rows, crash, dump, values, limit)
    left -= added.count
    isCut ||= added.isCut
    if (left <= 0) break
  }
  return isCut || left <= 0
}

/**
 * Walks what the values of a place lead to, breadth first, so that an object has its shortest path there.
 * @param {Rows} rows is added to
 * @param {number} crash
 * @param {Dump} dump
 * @param {Found[]} level
 * @param {number} limit
 * @returns {{ count: number, isCut: boolean }} number of rows
 */
function addPlace (rows, crash, dump, level, limit) {
  /** @type {Set<string>} */
  const seen = new Set()
  let count = 0
  let isCut = false
  while (level.length > 0) {
    /** @type {Found[]} */
    const next = []
    for (const found of level) {
      if (count >= limit) return { count, isCut: true }
      const { frame, scope, name, path, depth } = found
      const record = recordOf(dump, found.value)
      const summary = record === undefined || isPlain(record) ? undefined : summaryOf(record, dump)
      const columns = columnsOf(dump, found, record, summary)
      addRow(rows, 'variables', { crash, frame, scope, name, path: path.slice(0, MAX_TEXT), ...columns })
      count++
      if (record === undefined || seen.has(record.objectId)) continue
      seen.add(record.objectId)
      if (record.type !== 'object' || record.subtype === 'typedarray' || summary?.isWhole === true) continue
      if (depth >= MAX_DEPTH || next.length > limit) {
        isCut ||= sizeOf(record) > 0
        continue
      }
      isCut ||= sizeOf(record) > MAX_MEMBERS
      for (const member of membersOf(dump, record, path)) {
        const { value, notCapturedReason } = member
        next.push({ frame, scope, name, path: member.path, value, notCapturedReason, depth: depth + 1 })
      }
    }
    level = next
  }
  return { count, isCut }
}

/**
 * The places of a dump that hold values: the error first, then the frames.
 * @param {Dump} dump
 * @returns {Generator<{ values: Found[], maxRows: number }, void, void>}
 */
function * placesOf (dump) {
  const root = { frame: null, depth: 0 }
  if (dump.exception !== null) {
    const error = { ...root, scope: 'error', name: 'error', path: 'error', value: dump.exception.value }
    yield { values: [error], maxRows: MAX_ROWS_OF_PLACE }
  }
  /** @type {Set<string>} */
  const seenScopes = new Set()
  const frames = dump.callFrames.filter(({ internal }) => !internal)
  for (const frame of frames.filter(({ url }) => !isDependency(url))) {
    yield { values: variablesOf(dump, frame, seenScopes), maxRows: MAX_ROWS_OF_PLACE }
  }
  const facts = /** @type {{ annotations?: Value, env?: Record<string, unknown> }} */ (dump.process ?? {})
  const { annotations, env } = facts
  if (annotations !== undefined) {
    const held = { ...root, scope: 'annotations', name: 'annotations', path: 'annotations', value: annotations }
    yield { values: [held], maxRows: MAX_ROWS_OF_PLACE }
  }
  for (const { name, store } of dump.process === null ? [] : asyncStoresOf(dump).stores) {
    yield { values: [{ ...root, scope: 'store', name, path: name, value: store }], maxRows: MAX_ROWS_OF_PLACE }
  }
  const variables = Object.entries(typeof env === 'object' && env !== null ? env : {})
  const values = variables.map(([name, value]) => ({
    ...root,
    scope: 'env',
    name: 'env',
    path: 'env' + memberText(name, 'env'),
    value: /** @type {Value} */ ({ type: 'string', value: String(value) })
  }))
  yield { values, maxRows: MAX_ROWS_OF_DEPENDENCY }
  for (const frame of frames.filter(({ url }) => isDependency(url))) {
    yield { values: variablesOf(dump, frame, seenScopes), maxRows: MAX_ROWS_OF_DEPENDENCY }
  }
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @param {Set<string>} seenScopes is added to: a scope that several frames see belongs to the innermost of them
 * @returns {Found[]} those of the call first
 */
function variablesOf (dump, frame, seenScopes) {
  /** @type {Found[]} */
  const own = []
  /** @type {Found[]} */
  const shared = []
  for (const { type, ...scope } of frame.scopeChain) {
    if (scope.scopeId !== undefined) {
      if (seenScopes.has(scope.scopeId)) continue
      seenScopes.add(scope.scopeId)
    }
    const isOwn = OWN_SCOPES.has(type)
    const { variables } = dump.scope({ type, ...scope })
    const isWrapper = variables.some(({ name }) => name === '__filename')
    for (const { name, value, notCapturedReason } of variables) {
      // Most functions of the outer scopes are declarations and imports, which tell nothing of one crash.
      if ((isWrapper && MODULE_WRAPPER.has(name)) || (!isOwn && value?.type === 'function')) continue
      const found = { frame: frame.index, scope: type, name, path: name, value, notCapturedReason, depth: 0 }
      if (isOwn) own.push(found)
      else shared.push(found)
    }
  }
  const { this: self } = frame
  if (recordOf(dump, self) !== undefined) {
    own.push({ frame: frame.index, scope: 'this', name: 'this', path: 'this', value: self, depth: 0 })
  }
  return [...own, ...shared]
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} value
 * @returns {ObjectRecord|undefined}
 */
function recordOf (dump, value) {
  return value?.objectId === undefined || value.type === 'symbol' ? undefined : dump.object(value.objectId)
}

/**
 * @param {ObjectRecord} record
 * @returns {boolean} true for an object that no class has made, which has no summary
 */
function isPlain ({ subtype, className }) {
  return subtype !== undefined || className === 'Object'
}

/** @param {ObjectRecord} record */
function sizeOf ({ properties, entries = [] }) {
  return properties.length + entries.length
}

/**
 * @param {Dump} dump
 * @param {ObjectRecord} record
 * @param {string} path
 * @returns {Held[]} at most MAX_MEMBERS
 */
function membersOf (dump, record, path) {
  /** @type {Held[]} */
  const members = []
  const add = (/** @type {Held} */ member) => {
    const { value, notCapturedReason } = member
    // A getter has no value, and methods are the same in each crash.
    const isShown = value === undefined ? notCapturedReason !== undefined : value.type !== 'function'
    if (isShown && members.length < MAX_MEMBERS) members.push(member)
  }
  for (const { name, symbol, value, notCapturedReason } of record.properties) {
    const isTold = (record.subtype === 'array' && name === 'length') || (record.subtype === 'error' && name === 'stack')
    if (symbol === undefined && !isTold) add({ path: path + memberText(name, path), value, notCapturedReason })
  }
  for (const { name, value } of record.privateProperties ?? []) add({ path: `${path}.${name}`, value })
  for (const [i, { key, value }] of (record.entries ?? []).entries()) {
    const isPlain = key !== undefined && key.type !== 'object' && key.type !== 'function'
    add({ path: path + (isPlain ? `.get(${describeValue(key, dump)})` : `[[Entry ${i}]]`), value })
  }
  return members
}

/**
 * @param {Dump} dump
 * @param {Held} held
 * @param {ObjectRecord|undefined} record
 * @param {import('crash-collector-inspect/values/types').Summary|undefined} summary of the object
 */
function columnsOf (dump, { value, notCapturedReason }, record, summary) {
  const isMissing = value === undefined ||
    (value.notCapturedReason !== undefined && value.value === undefined && value.objectId === undefined)
  if (isMissing) return { type: 'missing', text: value?.notCapturedReason ?? notCapturedReason ?? 'unavailable' }
  const type = value.subtype ?? value.type
  if (typeof value.value === 'string') return { type, text: value.value.slice(0, MAX_TEXT) }
  const told = summary?.text ?? (record === undefined ? describeValue(value, dump) : describeObject(record))
  const text = told.slice(0, MAX_TEXT)
  if (value.type === 'number') return { type, text, number: Number(value.unserializableValue ?? value.value) }
  if (value.type === 'bigint') return { type, text, number: Number.parseInt(text, 10) }
  const date = record?.internalProperties?.find(({ name }) => name === '[[DateValue]]')?.value.value
  return {
    type,
    class: value.className ?? null,
    text,
    number: record?.length ?? record?.size ?? null,
    time: typeof date === 'number' ? date : null
  }
}

module.exports = { MAX_TEXT, addValues }

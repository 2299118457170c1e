'use strict'
// Adds the values of a dump to the table `variables`, each with its path in the notation of `eval`.

const { factsOf } = require('crash-collector-inspect/crash/facts')
const { OWN_SCOPES } = require('crash-collector-inspect/show/frames')
const { MODULE_WRAPPER } = require('crash-collector-inspect/source/scope-places')
const { describeObject, describeValue } = require('crash-collector-inspect/values/describe-value')
const { memberText } = require('crash-collector-inspect/values/member-text')
const { summaryOf } = require('crash-collector-inspect/values/summaries/summary-of')
const { membersOf, walk } = require('crash-collector-inspect/values/walk')
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
 * @param {Found[]} values
 * @param {number} limit
 * @returns {{ count: number, isCut: boolean }} number of rows
 */
function addPlace (rows, crash, dump, values, limit) {
  /** @type {Set<string>} */
  const seen = new Set()
  let count = 0
  let isCut = false
  /** @type {(found: Found, waiting: number) => Iterable<Found>} */
  const open = ({ value, path, depth, ...place }, waiting) => {
    const record = recordOf(dump, value)
    if (record === undefined || seen.has(record.objectId)) return []
    seen.add(record.objectId)
    if (record.type !== 'object' || record.subtype === 'typedarray') return []
    if (summaryIn(dump, record)?.isWhole === true) return []
    const isDeep = depth >= MAX_DEPTH || waiting > limit
    isCut ||= sizeOf(record) > (isDeep ? 0 : MAX_MEMBERS)
    return isDeep ? [] : membersIn(dump, record, path).map(member => ({ ...place, ...member, depth: depth + 1 }))
  }
  for (const found of walk(values, open)) {
    if (count >= limit) return { count, isCut: true }
    const { frame, scope, name, path } = found
    const columns = columnsOf(dump, found)
    addRow(rows, 'variables', { crash, frame, scope, name, path: path.slice(0, MAX_TEXT), ...columns })
    count++
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
  for (const { name, store } of dump.process === null ? [] : factsOf(dump).asyncStores.stores) {
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
 * @param {Dump} dump
 * @param {ObjectRecord} record
 * @returns {import('crash-collector-inspect/values/types').Summary|undefined} none for an object that no class has made
 */
function summaryIn (dump, record) {
  return record.subtype !== undefined || record.className === 'Object' ? undefined : summaryOf(record, dump)
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
function membersIn (dump, record, path) {
  /** @type {Held[]} */
  const members = []
  for (const { kind, name, text, value, notCapturedReason } of membersOf(record, path, dump)) {
    if (kind === 'symbol' || kind === 'key' || kind === 'internal') continue
    const isTold = (record.subtype === 'array' && name === 'length') || (record.subtype === 'error' && name === 'stack')
    // A getter has no value, and methods are the same in each crash.
    const isShown = value === undefined ? notCapturedReason !== undefined : value.type !== 'function'
    if (!isTold && isShown) members.push({ path: path + text, value, notCapturedReason })
    if (members.length === MAX_MEMBERS) break
  }
  return members
}

/**
 * @param {Dump} dump
 * @param {Held} held
 */
function columnsOf (dump, { value, notCapturedReason }) {
  const isMissing = value === undefined ||
    (value.notCapturedReason !== undefined && value.value === undefined && value.objectId === undefined)
  if (isMissing) return { type: 'missing', text: value?.notCapturedReason ?? notCapturedReason ?? 'unavailable' }
  const type = value.subtype ?? value.type
  if (typeof value.value === 'string') return { type, text: value.value.slice(0, MAX_TEXT) }
  const record = recordOf(dump, value)
  const told =
    record === undefined ? describeValue(value, dump) : (summaryIn(dump, record)?.text ?? describeObject(record))
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

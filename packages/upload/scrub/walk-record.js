'use strict'
// Copies a record of a dump, with other values and texts in it.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {Record<string, unknown>} Node */

/**
 * The functions that get the parts of a record.
 * @typedef {object} Handlers
 * @property {(value: Value) => Value} value
 * @property {(text: string, key: string) => string} text of a field that is neither a value nor a word of the
 *   format; key: its name, '' in facts about the process, or TAKEN
 * @property {(name: string) => string} memberName
 * @property {(name: string) => boolean} isNamed true: the value under that name goes
 * @property {(value: Value) => Value} take returns what stands for a value that goes
 * @property {(bytes: { base64: string }) => Node} bytes
 */

const TYPES = new Set(['object', 'function', 'string', 'number', 'bigint', 'boolean', 'undefined', 'symbol'])

/** Fields with words of the format, or ids. */
const WORDS = new Set(
  (
    'kind format trigger time node platform arch mode hook match walker crashId role state reason notCapturedReason ' +
    'readAt type subtype objectId sameAs scopeId scriptId taskId taskType flags startTime foundBy intrinsic address ' +
    'stackPointer base offset buildId version collectorVersion runner ran blocks'
  ).split(' ')
)

/** The key of a text that goes whatever it is. */
const TAKEN = 'taken'

/** Inner properties that tell the state of an object, and nothing that the application has put there. */
const STATES = new Set(['[[PromiseState]]', '[[PromiseIsHandled]]', '[[GeneratorState]]', '[[IsRevoked]]'])

/** Lists of `{ name, value }`, in which names are those of members and variables. */
const MEMBERS = new Set(['properties', 'privateProperties', 'variables'])

/**
 * @param {DumpRecord} record
 * @param {Handlers} handlers
 * @returns {DumpRecord}
 */
function walkRecord (record, handlers) {
  const walk = record.kind === 'process' ? walkProcess : walkFields
  return /** @type {DumpRecord} */ (walk(/** @type {any} */ (record), handlers))
}

/**
 * @param {Node} record facts about the process: plain JSON, in which some values stand
 * @param {Handlers} handlers
 */
function walkProcess ({ kind, asyncStores, ...facts }, handlers) {
  const stores = asyncStores === undefined ? {} : { asyncStores: walkField('asyncStores', asyncStores, handlers) }
  return Object.assign({ kind }, stores, walkFacts(facts, handlers))
}

/**
 * @param {unknown} held
 * @param {Handlers} handlers
 * @returns {unknown}
 */
function walkFacts (held, handlers) {
  if (typeof held === 'string') return handlers.text(held, '')
  if (typeof held !== 'object' || held === null) return held
  if (Array.isArray(held)) return held.map(element => walkFacts(element, handlers))
  if (isValue(held)) return handlers.value(held)
  return Object.fromEntries(
    Object.entries(held).map(([name, inner]) => [
      handlers.memberName(name),
      handlers.isNamed(name) ? handlers.text('', TAKEN) : walkFacts(inner, handlers)
    ])
  )
}

/**
 * @param {Node} node
 * @param {Handlers} handlers
 * @returns {Node}
 */
function walkFields (node, handlers) {
  /** @type {Node} */
  const copy = {}
  for (const [key, held] of Object.entries(node)) copy[key] = walkField(key, held, handlers)
  return copy
}

/**
 * @param {string} key
 * @param {any} held
 * @param {Handlers} handlers
 * @returns {unknown}
 */
function walkField (key, held, handlers) {
  if (typeof held === 'string') return WORDS.has(key) ? held : handlers.text(held, key)
  if (typeof held !== 'object' || held === null) return held
  if (Array.isArray(held)) {
    if (MEMBERS.has(key)) return held.map(member => walkMember(member, handlers))
    if (key === 'entries') return held.map(entry => walkEntry(entry, handlers))
    if (key === 'internalProperties') return held.map(property => walkInternal(property, handlers))
    return held.map(element => walkField(key, element, handlers))
  }
  if (key === 'bytes') return { ...held, ...handlers.bytes(held) }
  return isValue(held) ? handlers.value(held) : walkFields(held, handlers)
}

/**
 * @param {Node & { name: string }} member property or variable
 * @param {Handlers} handlers
 */
function walkMember ({ name, ...rest }, handlers) {
  const isTaken = handlers.isNamed(name)
  /** @type {Node} */
  const copy = { name: handlers.memberName(name) }
  for (const [key, held] of Object.entries(rest)) {
    copy[key] = isTaken && key !== 'symbol' && isValue(held) ? handlers.take(held) : walkField(key, held, handlers)
  }
  return copy
}

/**
 * @param {{ name: string, value: Value }} property with a name of the format
 * @param {Handlers} handlers
 */
function walkInternal ({ name, value }, handlers) {
  return { name, value: STATES.has(name) ? value : handlers.value(value) }
}

/**
 * @param {{ key?: Value, value: Value }} entry of a Map or Set
 * @param {Handlers} handlers
 */
function walkEntry ({ key, value }, handlers) {
  const isTaken = key?.type === 'string' && typeof key.value === 'string' && handlers.isNamed(key.value)
  return {
    ...(key !== undefined && { key: handlers.value(key) }),
    value: isTaken ? handlers.take(value) : handlers.value(value)
  }
}

/**
 * @param {any} node
 * @returns {node is Value} false for an object as it was at the report, which has a type as well, but holds values
 */
function isValue (node) {
  return typeof node === 'object' && node !== null && !('kind' in node) && !('depth' in node) && TYPES.has(node.type)
}

/**
 * @param {unknown} node part of a record
 * @param {(objectId: string) => void} visit is called with each id of an object that a value refers to
 */
function visitReferences (node, visit) {
  if (typeof node !== 'object' || node === null) return
  if (isValue(node)) {
    if (node.objectId !== undefined) visit(node.objectId)
    return
  }
  for (const held of Object.values(node)) visitReferences(held, visit)
}

module.exports = { TAKEN, isValue, visitReferences, walkRecord }

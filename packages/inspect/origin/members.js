'use strict'
// Finds what a property of an object, or an element of a list, may have been given.

const { contentOf, mayHoldOwn } = require('./contents')
const { Births, ELEMENT } = require('./flow')
const { canBe } = require('./kinds')
const { addingMethods, aliasOf, certaintyOf, computedWrites, keepsEntries, objectsAt, writesOf } = require('./objects')
const { endedBefore, isOnce, lastBefore } = require('./order')
const { kindOfValue, narrowed, seenValue } = require('./seen')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./contents').Source} Source */
/** @typedef {import('./flow').Asked} Asked */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./flow').Place} Place */
/** @typedef {import('./kinds').Kind} Kind */

/** @type {Kind[]} */
const PRIMITIVES = ['string', 'number', 'boolean']

/**
 * @param {Flow} flow
 * @param {Place} object
 * @param {Asked} asked
 * @param {Births} births
 */
function memberBirths (flow, object, asked, births) {
  const what = `.${String(asked.key)} ${asked.exact ?? ''} ${asked.kind} ${asked.isAwaited}`
  flow.once(object, what, births, () => search(flow, object, asked, births))
}

/**
 * @param {Flow} flow
 * @param {Place} object
 * @param {Asked} asked
 * @param {Births} births
 */
function search (flow, object, asked, births) {
  const { key, kind, read } = asked
  if (key === undefined) {
    births.isOpen = true
    return
  }
  const seen = kind === 'undefined' ? primitiveSeen(flow, object, read) : undefined
  if (seen !== undefined) return primitivesAt(flow, object, [seen], births)
  const objects = narrowed(flow, object, objectsAt(flow, object))
  if (objects.isOpen) {
    births.isOpen = true
    return
  }
  if (objects.found.size === 0) {
    if (kind === 'undefined') primitivesAt(flow, object, PRIMITIVES, births)
    // The elements of a text are texts.
    else if (kind === 'string') births.isOpen = true
    return
  }
  /** @type {Source[]} */
  const sources = []
  let isForeign = false
  let mayMiss = asked.mayMiss
  for (const node of objects.found.keys()) {
    const found = contentOf(flow, node, asked, object)
    if (found === 'foreign') {
      isForeign = true
      if (mayHoldOwn(flow, node, asked)) births.isOpen = true
    } else sources.push(found)
  }
  if (sources.length === objects.found.size && sources.every(({ isThere }) => isThere === true)) mayMiss = false
  for (const write of writesTo(flow, objects, asked)) {
    const alias = aliasOf(flow, write.object, objects)
    if (alias === 'no') continue
    if (asked.exact !== undefined && isEntry(flow, write, asked) && keepsEntries(flow, objects)) mayMiss = false
    const given = new Births()
    if (write.isUnknown === true) given.isOpen = write.value !== null && canBe(write.value, 'object')
    else if (write.value === null) {
      if (kind === 'undefined') given.add(write.node)
    } else flow.follow.birthsOf(flow, { node: write.value, live: null }, kind, given, asked.isAwaited)
    if (alias === 'maybe') {
      if (given.found.size > 0 || given.isOpen) births.isOpen = true
      continue
    }
    // Another element may stay as it was.
    const isPart = key === ELEMENT || write.isUnknown === true
    const certainty = isPart ? { isCertain: false } : certaintyOf(flow, write, object, objects)
    sources.push({ node: write.node, ...certainty, births: given })
  }
  if (computedWrites(flow, objects, kind)) births.isOpen = true
  const last = lastBefore(flow, sources, read)
  for (const { births: given } of last) {
    for (const [node, how] of given.found) births.add(node, how)
    if (given.isOpen) births.isOpen = true
  }
  const isSet = last.length > 0 && last.every(each => each.isFirst !== true) &&
    last.some(each => each.isAlways === true || each.isCertain)
  if (isForeign && !isSet && !births.isOpen) births.add(read)
  // Whether a list has such an element depends on more than what wrote it.
  if (mayMiss && kind === 'undefined') births.isOpen = true
  const isNowhere = kind === 'undefined' && births.found.size === 0 && !births.isOpen
  if (isNowhere) primitivesAt(flow, object, PRIMITIVES, births)
}

/**
 * @param {Flow} flow
 * @param {Births} objects
 * @param {Asked} asked
 * @returns {ReturnType<typeof writesOf>} what may have written the property, or the element
 */
function writesTo (flow, objects, { key, exact }) {
  const writes = writesOf(flow, /** @type {string|symbol} */ (key), addingMethods(objects))
  if (key !== ELEMENT || exact === undefined) return writes
  const isOther = (/** @type {AnyNode|undefined} */ entry) => entry?.type === 'Literal' && String(entry.value) !== exact
  return [...writes.filter(({ entry }) => !isOther(entry)), ...writesOf(flow, exact, [])]
}

/**
 * @param {Flow} flow
 * @param {ReturnType<typeof writesOf>[number]} write
 * @param {Asked} asked
 * @returns {boolean} true if it had set this entry of a Map before that was read
 */
function isEntry (flow, { node, entry }, { exact, read }) {
  return entry?.type === 'Literal' && String(entry.value) === exact &&
    (flow.code.functionOf(node) === undefined || (isOnce(flow, node) && endedBefore(flow, node, read)))
}

/**
 * Texts, numbers and booleans in the place of an object, which have no such property.
 * @param {Flow} flow
 * @param {Place} object
 * @param {Kind[]} kinds
 * @param {Births} births
 */
function primitivesAt (flow, object, kinds, births) {
  for (const kind of kinds) {
    const found = new Births()
    flow.follow.birthsOf(flow, object, kind, found)
    if (found.isOpen) births.isOpen = true
    for (const node of found.found.keys()) births.add(node, 'noObject')
  }
}

/**
 * @param {Flow} flow
 * @param {Place} object
 * @param {AnyNode} read
 * @returns {Kind|undefined} the kind of the text, number or boolean that the dump has in the place of the object
 */
function primitiveSeen (flow, object, read) {
  const { node, live, keys = [] } = object
  // What the crash itself reads can't have changed.
  const isRead = live !== null && keys.length === 0 && read === flow.use
  const value = isRead ? live.value(node) : seenValue(flow, object)
  const kind = value === undefined ? undefined : kindOfValue(value)
  return kind !== undefined && PRIMITIVES.includes(kind) ? kind : undefined
}

module.exports = { memberBirths }

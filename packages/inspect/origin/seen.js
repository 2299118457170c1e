'use strict'
// Tells what the dump shows of an expression that ran earlier: its value, and which expressions can't have made that.

const { plainValue } = require('../explain/known-value')
const { lookUp } = require('../explain/properties')
const { declarationOf, isSteady } = require('../source/declarations')
const { child, children, literalKey } = require('../source/syntax')
const { Births, ELEMENT } = require('./flow')
const { canBe } = require('./kinds')
const { aliasOf, classOf, computedWrites, mayBeChangedAfter, writesOf } = require('./objects')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./flow').Flow} Flow */
/** @typedef {import('./flow').Place} Place */
/** @typedef {import('./kinds').Kind} Kind */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const MAX_DEPTH = 3

/**
 * @param {Flow} flow
 * @param {Place} place
 * @returns {Value|undefined} undefined if the dump does not have it, or something may have changed it since
 */
function seenValue (flow, { node, live, keys = [] }) {
  if (live === null || !isUnchanged(flow, node, live)) return undefined
  let value = live.value(node)
  for (const key of keys) {
    if (value === undefined || typeof key !== 'string' || mayBeChangedAfter(flow, key, node)) return undefined
    const found = lookUp(live.dump, value, key)
    value = found.status === 'value' ? found.value : undefined
  }
  return value?.notCapturedReason === undefined ? value : undefined
}

/** @param {Value} value @returns {Kind} */
function kindOfValue (value) {
  return value.subtype === 'null' ? 'null' : /** @type {Kind} */ (value.type)
}

/**
 * @param {Flow} flow
 * @param {AnyNode} node
 * @param {NonNullable<Place['live']>} live
 * @returns {boolean} true if it would still give what it gave
 */
function isUnchanged (flow, node, live) {
  switch (node.type) {
    case 'ThisExpression':
    case 'Literal':
      return true
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return isUnchanged(flow, /** @type {AnyNode} */ (node.expression), live)
    case 'Identifier': {
      const declaration = declarationOf(String(node.name), flow.code.pathTo(node))
      return declaration !== undefined && isSteady(declaration)
    }
    case 'MemberExpression': {
      const object = /** @type {AnyNode} */ (node.object)
      if (!isUnchanged(flow, object, live)) return false
      const literal = literalKey(node)
      if (literal !== undefined && node.computed !== true) return !mayBeChangedAfter(flow, literal, node, object)
      const property = /** @type {AnyNode} */ (node.property)
      const key = literal ?? (isUnchanged(flow, property, live) ? plainValue(live.value(property)) : undefined)
      return key !== undefined && !mayBeChangedAfter(flow, String(key), node, object) &&
        !mayBeChangedAfter(flow, ELEMENT, node, object)
    }
  }
  return false
}

/**
 * @param {Flow} flow
 * @param {Place} place
 * @param {Kind} kind
 * @returns {boolean} true if the dump shows that the expression had a value of another kind
 */
function isOtherKind (flow, place, kind) {
  const value = seenValue(flow, place)
  return value !== undefined && kindOfValue(value) !== kind
}

/**
 * @param {Flow} flow
 * @param {Place} place of an object
 * @param {Births} objects what may have made it
 * @returns {Births} without what can't have made the object that the dump has there
 */
function narrowed (flow, place, objects) {
  const value = objects.found.size < 2 ? undefined : seenValue(flow, place)
  if (value?.objectId === undefined || place.live === null || computedWrites(flow, objects)) return objects
  const { dump } = place.live
  const isWritten = (/** @type {string} */ name, /** @type {number} */ depth) => writesOf(flow, name, [])
    .some(write => depth > 0 || aliasOf(flow, write.object, objects) !== 'no')
  const births = new Births()
  births.isOpen = objects.isOpen
  for (const [node, how] of objects.found) if (fits(flow, dump, { node, value, isWritten }, 0)) births.add(node, how)
  // Something else made it, so what is known of the code is wrong.
  if (births.found.size === 0) births.isOpen = true
  return births
}

/**
 * @param {Flow} flow
 * @param {Dump} dump
 * @param {{ node: AnyNode, value: Value, isWritten: (name: string, depth: number) => boolean }} asked an expression,
 *   and whether a property of what it makes may be written later
 * @param {number} depth
 * @returns {boolean} false if it can't have given the value
 */
function fits (flow, dump, { node, value, isWritten }, depth) {
  const kind = kindOfValue(value)
  if (value.notCapturedReason !== undefined || kind === 'bigint') return true
  if (!/^Class|HandlerParameter/.test(node.type) && !canBe(node, kind)) return false
  if (node.type === 'Literal' && kind !== 'null') return [undefined, node.value].includes(plainValue(value))
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  if (record === undefined || depth > MAX_DEPTH) return true
  if (node.type === 'ArrayExpression') return record.subtype === 'array'
  if (node.type === 'NewExpression') {
    const made = classOf(flow, node)
    const id = made === undefined ? null : child(made, 'id')
    return id === null || record.className === id.name
  }
  if (node.type !== 'ObjectExpression') return true
  if (record.subtype !== undefined) return false
  const properties = children(node, 'properties')
  return properties.every((property, i) => {
    const name = property.type === 'Property' && property.kind === 'init' ? literalKey(property) : undefined
    if (name === undefined || isWritten(name, depth)) return true
    const own = record.properties.find(each => each.symbol === undefined && (each.generatedName ?? each.name) === name)
    if (own === undefined) return (record.notCaptured ?? []).length > 0
    // A later property, or what is spread, may have taken its place.
    const mayBeOther = properties.slice(i + 1).some(each => [undefined, name].includes(literalKey(each)))
    const next = { node: /** @type {AnyNode} */ (property.value), value: own.value, isWritten }
    return mayBeOther || own.value === undefined || fits(flow, dump, { ...next, value: own.value }, depth + 1)
  })
}

module.exports = { isOtherKind, kindOfValue, narrowed, seenValue }

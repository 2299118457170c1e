'use strict'
// Explains why reading a property gave undefined or null.

const { isIndex, isIdentifier } = require('../../values/member-text')
const { quote } = require('../../text/terminal-text')
const { declarationOf, isAssignedOnce } = require('../../source/declarations')
const { keyOf } = require('../known-value')
const { namesOf } = require('../names-of')
const { nearestName } = require('../nearest-name')
const { isNullish, lookUp } = require('../properties')
const { child, pathTo } = require('../../source/syntax')
const { counted, inCode } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/**
 * originOf() of index.js, which the other files of this folder get as an argument to explain an inner expression.
 * @typedef {(scene: Scene, node: AnyNode, hops: number) => string|undefined} OriginOf
 */

/** The most names that are listed. An object with more is probably used as a table. */
const FEW_NAMES = 6

/**
 * @param {Scene} scene
 * @param {AnyNode} node a member expression
 * @param {number} hops
 * @param {OriginOf} originOf
 * @returns {string|undefined}
 */
function originOfMember (scene, node, hops, originOf) {
  const object = /** @type {AnyNode} */ (node.object)
  const key = keyOf(scene, node)
  if (key === undefined) return undefined
  const value = scene.value(object)
  if (value === undefined) return undefined
  if (isNullish(value)) {
    return node.optional === true
      ? `${scene.code(object)} is ${value.subtype ?? value.type}${suffix(originOf(scene, object, hops + 1))}`
      : undefined
  }
  return lookUp(scene.dump, value, key).status === 'absent' ? missingKey(scene, object, value, key) : undefined
}

/** @param {string|undefined} origin */
function suffix (origin) {
  return origin === undefined ? '' : `: ${origin}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node the expression that gave the value
 * @param {Value} value
 * @param {string} key the property that the value does not have
 * @returns {string}
 */
function missingKey (scene, node, value, key) {
  const code = scene.code(node)
  const record = value.objectId === undefined ? undefined : scene.dump.object(value.objectId)
  if (value.subtype === 'promise') return `${code} is a Promise${notAwaited(scene, node)}`
  if (value.subtype === 'array' && isIndex(key)) {
    return `${code} has ${counted(record?.length ?? 0, 'element')}, so there is none at ${key}`
  }
  const names = namesOf(scene.dump, value)
  const nearest = nearestName(key, names)
  const name = isIdentifier(key) ? inCode(key) : quote(key)
  const isEmpty = value.className === 'Object' && record?.properties.length === 0
  const others = isEmpty
    ? ', it is empty'
    : nearest !== undefined
      ? `; it has ${inCode(nearest)}`
      : value.subtype === 'array'
        ? '; it is an array'
        : listOf(record?.properties.flatMap(each => (each.symbol === undefined ? [each.name] : [])) ?? [])
  return `${code} has no property ${name}${others}`
}

/** @param {string[]} names */
function listOf (names) {
  if (names.length === 0) return ''
  return names.length <= FEW_NAMES
    ? `; it has ${names.map(each => inCode(each)).join(', ')}`
    : ` among its ${names.length}`
}

/**
 * Words for the Promise that was not awaited; they name the call that made it if the source shows that.
 * @param {Scene} scene
 * @param {AnyNode} node
 */
function notAwaited (scene, node) {
  const made = initOf(scene, node)
  return made?.type === 'CallExpression'
    ? `: ${made === node ? 'it' : `the result of ${scene.code(made)}`} is not awaited`
    : ', not the value that it resolves to'
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {AnyNode|null|undefined} the expression itself, or the only one that gives the variable its value
 */
function initOf (scene, node) {
  if (node.type !== 'Identifier' || scene.program === null) return node
  const declaration = declarationOf(String(node.name), pathTo(scene.program, node.start, node.end))
  if (
    declaration?.declarator === undefined ||
    !isAssignedOnce(declaration) ||
    child(declaration.declarator, 'id')?.type !== 'Identifier'
  ) {
    return undefined
  }
  return child(declaration.declarator, 'init')
}

module.exports = { originOfMember, missingKey }

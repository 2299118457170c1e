'use strict'
// Explains "x is not iterable": says what x is.

const { originOf } = require('../origins')
const { missingKey } = require('../origins/member')
const { isNullish } = require('../properties')
const { throwScene } = require('../scene')
const { child, children } = require('../../source/syntax')
const { whatItIs } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const MESSAGE = / is not iterable\b|^Spread syntax requires|is not a function or its return value is not iterable$/

/** @type {import('../types').Rule} */
const notIterable = {
  name: 'not-iterable',
  explain (dump) {
    const scene =
      MESSAGE.test(dump.exception?.message ?? '') && dump.exception?.className === 'TypeError' ? throwScene(dump) : null
    if (scene === null) return undefined
    const wrong = iterated(scene).filter(node => {
      const value = scene.value(node)
      return value !== undefined && isNotIterable(scene, value)
    })
    if (wrong.length !== 1) return undefined
    const [node] = wrong
    const value = /** @type {Value} */ (scene.value(node))
    if (value.subtype === 'promise') return missingKey(scene, node, value, 'length')
    const origin = isNullish(value) ? originOf(scene, node) : undefined
    const why = origin === undefined ? ', which cannot be iterated over' : `: ${origin}`
    return `${scene.code(node)} is ${whatItIs(scene, value)}${why}`
  }
}

/**
 * The expressions at the place that are iterated over.
 * @param {Scene} scene
 * @returns {AnyNode[]}
 */
function iterated (scene) {
  for (const node of [...scene.path].reverse()) {
    const right = child(node, 'right')
    if (node.type === 'ForOfStatement' && right !== null) {
      return right.start <= scene.offset && scene.offset <= right.end ? [right] : []
    }
    const [target, init] =
      node.type === 'VariableDeclarator'
        ? [child(node, 'id'), child(node, 'init')]
        : node.type === 'AssignmentExpression'
          ? [child(node, 'left'), right]
          : [null, null]
    if (target?.type === 'ArrayPattern' && init !== null) return [init]
    if (node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'ArrayExpression') {
      const all = children(node, node.type === 'ArrayExpression' ? 'elements' : 'arguments')
      const spread = all
        .filter(({ type }) => type === 'SpreadElement')
        .map(each => /** @type {AnyNode} */ (each.argument))
      if (spread.length > 0) return spread
      const callee = child(node, 'callee')
      if (node.type === 'NewExpression' && /^(?:Weak)?(?:Map|Set)$/.test(String(callee?.name)) && all.length > 0) {
        return [all[0]]
      }
    }
    if (/Statement$/.test(node.type)) return []
  }
  return []
}

/**
 * @param {Scene} scene
 * @param {Value} value
 */
function isNotIterable ({ dump }, value) {
  if (isNullish(value)) return true
  if (value.type === 'string' || value.type === 'function') return false
  if (value.type !== 'object') return true
  let record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  for (let depth = 0; record !== undefined && depth < 20; depth++) {
    // An object without a subtype is iterable only if it or its class has the method.
    if ((record.subtype !== undefined && record.subtype !== 'promise') || record.notCaptured?.length) return false
    if (record.properties.some(({ symbol }) => symbol?.description === 'Symbol(Symbol.iterator)')) return false
    const prototype = record.internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value
    if (prototype === undefined || prototype.subtype === 'null') return true
    if (prototype.objectId === undefined) {
      return prototype.intrinsic === 'Object.prototype' || prototype.intrinsic === 'Promise.prototype'
    }
    record = dump.object(prototype.objectId)
  }
  return false
}

module.exports = { notIterable }

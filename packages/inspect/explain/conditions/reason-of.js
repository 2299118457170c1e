'use strict'
// Says in words why a condition was true or false, if the captured values agree with that.

const { declarationOf, isAssignedOnce } = require('../../source/declarations')
const { child, children } = require('../../source/syntax')
const { cut } = require('../../text/terminal-text')
const { formatValue } = require('../../values/format-value')
const { callOfCaller } = require('../calls')
const { sameValue } = require('../collections')
const { plainValue, truthOf } = require('../known-value')
const { originOf } = require('../origins')
const { isNullish } = require('../properties')
const { whatItIs } = require('../words')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const MAX_HOPS = 3
const MAX_SUMMARY = 100

/**
 * @param {Scene} scene
 * @param {AnyNode} test
 * @param {boolean} holds what the condition was
 * @param {number} [hops] how many callers were gone back
 * @returns {string|undefined} undefined if the values do not say, or say otherwise
 */
function reasonOf (scene, test, holds, hops = 0) {
  switch (test.type) {
    case 'ChainExpression':
      return reasonOf(scene, /** @type {AnyNode} */ (test.expression), holds, hops)
    case 'UnaryExpression':
      return test.operator === '!'
        ? reasonOf(scene, /** @type {AnyNode} */ (test.argument), !holds, hops)
        : undefined
    case 'LogicalExpression':
      return ofLogical(scene, test, holds, hops)
    case 'BinaryExpression':
      return ofBinary(scene, test, holds)
    case 'Identifier':
    case 'MemberExpression':
    case 'CallExpression':
    case 'ThisExpression':
    case 'MetaProperty':
      return ofValue(scene, test, holds, hops)
  }
  return undefined
}

/**
 * @param {Scene} scene
 * @param {AnyNode} test
 * @param {boolean} holds
 * @param {number} hops
 */
function ofLogical (scene, test, holds, hops) {
  const left = /** @type {AnyNode} */ (test.left)
  const right = /** @type {AnyNode} */ (test.right)
  if (test.operator === '??') return undefined
  // `a && b` is true, and `a || b` false, because of both sides; otherwise one side decides.
  if ((test.operator === '&&') === holds) {
    const both = [left, right].flatMap(each => reasonOf(scene, each, holds, hops) ?? [])
    return both.length === 0 ? undefined : both.join(', and ')
  }
  const truth = truthAt(scene, left)
  return truth === undefined ? undefined : reasonOf(scene, truth === holds ? left : right, holds, hops)
}

/**
 * @param {Scene} scene
 * @param {AnyNode} test
 * @returns {boolean|undefined}
 */
function truthAt (scene, test) {
  if (test.type === 'UnaryExpression' && test.operator === '!') {
    const truth = truthAt(scene, /** @type {AnyNode} */ (test.argument))
    return truth === undefined ? undefined : !truth
  }
  if (test.type === 'BinaryExpression') return comparison(scene, test)
  const value = scene.value(test)
  return value === undefined ? undefined : truthOf(value)
}

/**
 * @param {Scene} scene
 * @param {AnyNode} test
 * @returns {boolean|undefined} the result of a comparison, if the values are known
 */
function comparison (scene, test) {
  const operator = String(test.operator)
  const [left, right] = [typeOrValue(scene, test.left), typeOrValue(scene, test.right)]
  if (left === undefined || right === undefined) return undefined
  const [a, b] = [plainValue(left), plainValue(right)]
  if (/^[=!]==?$/.test(operator)) {
    const isLoose = operator.length === 2
    const same =
      isLoose && (isNullish(left) || isNullish(right))
        ? isNullish(left) && isNullish(right)
        : isLoose && left.type !== right.type
          ? undefined
          : Number.isNaN(a) || Number.isNaN(b)
            ? false
            : sameValue(left, right)
    return same === undefined ? undefined : same === operator.startsWith('=')
  }
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
  }
  return undefined
}

/**
 * @param {Scene} scene
 * @param {unknown} side
 * @returns {Value|undefined}
 */
function typeOrValue (scene, side) {
  const node = /** @type {AnyNode} */ (side)
  if (node.type !== 'UnaryExpression' || node.operator !== 'typeof') return scene.value(node)
  const value = scene.value(/** @type {AnyNode} */ (node.argument))
  return value && { type: 'string', value: value.type }
}

/**
 * @param {Scene} scene
 * @param {AnyNode} test
 * @param {boolean} holds
 * @returns {string|undefined}
 */
function ofBinary (scene, test, holds) {
  const isInstance = test.operator === 'instanceof'
  if (!isInstance && comparison(scene, test) !== holds) return undefined
  const sides = /** @type {AnyNode[]} */ ([test.left, test.right])
  // `null instanceof …` is always false; otherwise the prototypes decide, which the words don't mention.
  if (isInstance && holds) return undefined
  const parts = (isInstance ? sides.slice(0, 1) : sides).flatMap(side => {
    const isType = side.type === 'UnaryExpression' && side.operator === 'typeof'
    const node = isType ? /** @type {AnyNode} */ (side.argument) : side
    if (node.type === 'Literal' || (node.type === 'Identifier' && node.name === 'undefined')) return []
    const value = scene.value(node)
    return value === undefined ? [] : [statement(scene, node, value, isType || isInstance)]
  })
  if (parts.length === 0) return undefined
  const [one, other] = parts
  return other === undefined ? one : `${scene.code(test)}${holds ? '' : ' is false'}: ${one} and ${other}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @param {Value} value
 * @param {boolean} withKind
 */
function statement (scene, node, value, withKind) {
  const origin = isNullish(value) ? originOf(scene, node) : undefined
  const is = withKind || value.type === 'object' ? whatItIs(scene, value) : scene.describe(value)
  return `${scene.code(node)} is ${is}${origin === undefined ? passedAs(scene, node) : `: ${origin}`}`
}

/**
 * The caller's expression for a parameter.
 * @param {Scene} scene
 * @param {AnyNode} node
 */
function passedAs (scene, node) {
  const found = argumentFor(scene, node)
  return found === undefined || found.argument.type !== 'MemberExpression'
    ? ''
    : `, as ${found.caller.code(found.argument)} at ${found.caller.place}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {{ caller: Scene, argument: AnyNode }|undefined} undefined if the node is no parameter that kept its value
 */
function argumentFor (scene, node) {
  const declaration = node.type === 'Identifier' ? declarationOf(String(node.name), scene.path) : undefined
  if (declaration?.kind !== 'parameter' || declaration.scope !== scene.function) return undefined
  if (children(declaration.scope, 'params')[declaration.index ?? -1] !== declaration.id) return undefined
  const found = isAssignedOnce(declaration) ? callOfCaller(scene) : undefined
  const argument = found?.args[declaration.index ?? -1]
  return found === undefined || argument === undefined ? undefined : { caller: found.caller, argument }
}

/**
 * @param {Scene} scene
 * @param {AnyNode} test
 * @param {boolean} holds
 * @param {number} hops
 * @returns {string|undefined}
 */
function ofValue (scene, test, holds, hops) {
  const value = scene.value(test)
  const truth = value === undefined ? undefined : truthOf(value)
  if (truth !== undefined && truth !== holds) return undefined
  if (value !== undefined && truth !== undefined) {
    const asked = value.type === 'boolean' ? ofArgument(scene, test, holds, hops) : undefined
    return asked ?? statement(scene, test, value, false)
  }
  const is = holds ? 'is truthy' : 'is falsy'
  if (test.type === 'CallExpression') return `${scene.code(test)} gave a ${holds ? 'truthy' : 'falsy'} value`
  const object = test.type === 'MemberExpression' ? child(test, 'object') : null
  const holder = object === null ? undefined : scene.value(object)
  return object === null || holder === undefined || isNullish(holder)
    ? undefined
    : `${scene.code(test)} ${is}${summaryOf(scene, object, holder)}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @param {Value} value
 * @returns {string} '' if the value does not fit on the line, or is nothing but a class
 */
function summaryOf (scene, node, value) {
  const text = formatValue(value, scene.dump, { columns: MAX_SUMMARY, depth: 0, maxItems: 5, notes: false })
  return / /.test(text) && !/[{[\n]/.test(text) ? `: ${scene.code(node)} is ${cut(text, MAX_SUMMARY)}` : ''
}

/**
 * Goes back to the caller's condition, as in `invariant(lines.length > 0)`.
 * @param {Scene} scene
 * @param {AnyNode} test
 * @param {boolean} holds
 * @param {number} hops
 * @returns {string|undefined}
 */
function ofArgument (scene, test, holds, hops) {
  const found = hops >= MAX_HOPS ? undefined : argumentFor(scene, test)
  const reason = found === undefined ? undefined : reasonOf(found.caller, found.argument, holds, hops + 1)
  return found === undefined || reason === undefined ? undefined : `${reason} (${found.caller.place})`
}

module.exports = { reasonOf }

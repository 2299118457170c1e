'use strict'
// Computes the value of an expression from the captured variables alone. Nothing is run, and a value that is not
// certain is undefined.

const { newTargetAt } = require('../source/scope-places')
const { child, children, literalKey } = require('../source/syntax')
const { getterValue } = require('./origins/getters')
const { lookUp, isNullish } = require('./properties')
const { sameValue, isWholeCollection } = require('./collections')
const { numberValue } = require('../values/typed-array-bytes')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./types').KnownVariables} KnownVariables */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** @type {Value} */
const UNDEFINED = { type: 'undefined' }

/**
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 * @returns {Value|undefined} undefined if the value is not known
 */
function knownValue (scene, node) {
  switch (node.type) {
    case 'Literal':
      return literal(node)
    case 'Identifier':
      return scene.variable(node)
    case 'ThisExpression':
      return scene.frame.this
    case 'MetaProperty':
      return child(node, 'meta')?.name === 'new' ? newTargetAt(scene.dump, scene.frame)?.value : undefined
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return knownValue(scene, /** @type {AnyNode} */ (node.expression))
    case 'TemplateLiteral':
      return template(scene, node)
    case 'MemberExpression':
      return member(scene, node)
    case 'CallExpression':
      return call(scene, node)
    case 'LogicalExpression':
      return logical(scene, node)
    case 'UnaryExpression':
      return unary(scene, node)
    case 'BinaryExpression':
      return binary(scene, node)
  }
  return undefined
}

/**
 * @param {AnyNode} node
 * @returns {Value|undefined}
 */
function literal ({ value, bigint, regex }) {
  // The literal may be hexadecimal, so its text is converted.
  if (typeof bigint === 'string') return { type: 'bigint', unserializableValue: `${BigInt(bigint)}n` }
  if (regex !== undefined) return undefined
  if (value === null) return { type: 'object', subtype: 'null', value: null }
  return primitive(value)
}

/**
 * @param {unknown} value
 * @returns {Value|undefined}
 */
function primitive (value) {
  if (typeof value === 'string' || typeof value === 'boolean') {
    return { type: /** @type {'string'|'boolean'} */ (typeof value), value }
  }
  return typeof value === 'number' ? numberValue(value) : undefined
}

/**
 * @param {Value|undefined} value
 * @returns {string|number|boolean|undefined}
 */
function plainValue (value) {
  if (value === undefined || value.notCapturedReason !== undefined) return undefined
  if (value.type === 'number') {
    return value.unserializableValue === undefined ? Number(value.value) : Number(value.unserializableValue)
  }
  return value.type === 'string' || value.type === 'boolean' ? /** @type {string|boolean} */ (value.value) : undefined
}

/**
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 */
function template (scene, node) {
  const quasis = children(node, 'quasis').map(each => /** @type {{ cooked?: string }} */ (each.value).cooked)
  let text = quasis[0] ?? ''
  for (const [i, expression] of children(node, 'expressions').entries()) {
    const value = knownValue(scene, expression)
    const shown = value !== undefined && isNullish(value) ? (value.subtype ?? value.type) : plainValue(value)
    if (shown === undefined) return undefined
    text += `${shown}${quasis[i + 1] ?? ''}`
  }
  return primitive(text)
}

/**
 * The key of a member expression, if it is known.
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 * @returns {string|undefined}
 */
function keyOf (scene, node) {
  const name = literalKey(node)
  if (name !== undefined || node.computed !== true) return name
  const value = plainValue(knownValue(scene, /** @type {AnyNode} */ (node.property)))
  return value === undefined ? undefined : String(value)
}

/**
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 */
function member (scene, node) {
  const object = knownValue(scene, /** @type {AnyNode} */ (node.object))
  const key = keyOf(scene, node)
  if (object === undefined || key === undefined) return undefined
  if (isNullish(object)) return node.optional === true ? UNDEFINED : undefined
  const found = lookUp(scene.dump, object, key)
  if (found.status === 'absent') return UNDEFINED
  return found.status === 'value' ? found.value : getterValue(scene.dump, object, key)
}

/**
 * @param {AnyNode} call
 * @returns {string|undefined} the function of `Math` that it calls, unless a variable is called `Math`
 */
function mathMethod (call) {
  const callee = child(call, 'callee')
  const object = callee?.type === 'MemberExpression' ? child(callee, 'object') : null
  return callee !== null && object?.type === 'Identifier' && object.name === 'Math' ? literalKey(callee) : undefined
}

/** Functions of numbers that give the same for the same. */
const OF_MATH = new Set(['abs', 'ceil', 'floor', 'max', 'min', 'round', 'trunc'])

/**
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 * @returns {Value|undefined} the result of one of these functions, if nothing else is called `Math`
 */
function callOfMath (scene, node) {
  const method = mathMethod(node) ?? ''
  const object = child(/** @type {AnyNode} */ (node.callee), 'object')
  if (!OF_MATH.has(method) || object === null || scene.variable(object) !== undefined) return undefined
  const numbers = children(node, 'arguments').map(each => plainValue(knownValue(scene, each)))
  if (!numbers.every(each => typeof each === 'number')) return undefined
  const calculate = /** @type {(...numbers: number[]) => number} */ (Reflect.get(Math, method))
  return primitive(calculate(...numbers))
}

/**
 * The result of `get` or `has` of a Map or Set, if the dump has the whole collection.
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 * @returns {Value|undefined}
 */
function call (scene, node) {
  const callee = child(node, 'callee')
  const calculated = callOfMath(scene, node)
  if (calculated !== undefined) return calculated
  const [argument, ...others] = children(node, 'arguments')
  if (callee?.type !== 'MemberExpression' || argument === undefined || others.length > 0) return undefined
  const method = literalKey(callee)
  if (method !== 'get' && method !== 'has') return undefined
  const object = knownValue(scene, /** @type {AnyNode} */ (callee.object))
  const key = knownValue(scene, argument)
  const record = object?.objectId === undefined ? undefined : scene.dump.object(object.objectId)
  if (record === undefined || key === undefined || !isWholeCollection(record)) return undefined
  // A class of the application may have its own get().
  if (object === undefined || lookUp(scene.dump, object, method).status !== 'builtIn') return undefined
  let isUnsure = false
  const entry = record.entries?.find(each => {
    const same = sameValue(record.subtype === 'map' ? each.key : each.value, key)
    if (same === undefined) isUnsure = true
    return same === true
  })
  if (entry === undefined && isUnsure) return undefined
  if (method === 'has') return { type: 'boolean', value: entry !== undefined }
  return record.subtype !== 'map' ? undefined : (entry?.value ?? UNDEFINED)
}

/**
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 */
function logical (scene, node) {
  const left = knownValue(scene, /** @type {AnyNode} */ (node.left))
  if (left === undefined) return undefined
  const right = () => knownValue(scene, /** @type {AnyNode} */ (node.right))
  if (node.operator === '??') return isNullish(left) ? right() : left
  const truth = truthOf(left)
  if (truth === undefined) return undefined
  return truth === (node.operator === '&&') ? right() : left
}

/** @param {Value} value */
function truthOf (value) {
  if (isNullish(value)) return false
  if (value.type === 'object' || value.type === 'function' || value.type === 'symbol') return true
  if (value.type === 'bigint') {
    return value.unserializableValue === undefined ? undefined : value.unserializableValue !== '0n'
  }
  const known = plainValue(value)
  return known === undefined ? undefined : Boolean(known)
}

/**
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 */
function unary (scene, node) {
  const value = knownValue(scene, /** @type {AnyNode} */ (node.argument))
  if (value === undefined) return undefined
  if (node.operator === '!') {
    const truth = truthOf(value)
    return truth === undefined ? undefined : primitive(!truth)
  }
  const number = plainValue(value)
  if (typeof number !== 'number') return undefined
  return node.operator === '-' ? primitive(-number) : node.operator === '+' ? primitive(number) : undefined
}

/**
 * @param {KnownVariables} scene
 * @param {AnyNode} node
 */
function binary (scene, node) {
  const values = [node.left, node.right].map(each => knownValue(scene, /** @type {AnyNode} */ (each)))
  const [left, right] = values.map(plainValue)
  if (left === undefined || right === undefined) return isNotANumber(node, values) ? numberValue(NaN) : undefined
  if (node.operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    return primitive(`${left}${right}`)
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  switch (node.operator) {
    case '+':
      return primitive(left + right)
    case '-':
      return primitive(left - right)
    case '*':
      return primitive(left * right)
    case '/':
      return primitive(left / right)
    case '%':
      return primitive(left % right)
    case '**':
      return primitive(left ** right)
  }
  return undefined
}

/**
 * @param {AnyNode} node
 * @param {(Value|undefined)[]} values
 * @returns {boolean} true if a number and `undefined` are calculated with
 */
function isNotANumber ({ operator }, values) {
  const types = values.map(each => (each?.notCapturedReason === undefined ? each?.type : undefined))
  return /^(?:[+\-*/%]|\*\*)$/.test(String(operator)) && types.includes('undefined') &&
    types.every(each => each === 'undefined' || each === 'number')
}

module.exports = { knownValue, mathMethod, keyOf, plainValue, truthOf }

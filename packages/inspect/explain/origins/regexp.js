'use strict'
// Finds the regular expression that an expression of the code gives.

const { child, children, literalKey, walk } = require('../../source/syntax')
const { functionIn } = require('../calls')
const { knownValue, plainValue, truthOf } = require('../known-value')
const { lookUp } = require('../properties')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** Longer ones are not shown as a whole anyway. */
const MAX_TEXT = 10_000

/**
 * @param {Scene} scene
 * @param {AnyNode} node that was evaluated just before the place of the scene
 * @returns {string[]|null|undefined} the literals of the expressions of which it was one; null if it is known to be
 *   something else; undefined if the dump does not tell
 */
function regexpsOf (scene, node) {
  if (node.regex !== undefined) return [scene.textOf(node)]
  if (node.type === 'ConditionalExpression') return chosen(scene, node)
  const made = madeRegexp(node, each => scene.value(each))
  if (made !== undefined) return isGlobal(scene, node) ? [made] : undefined
  const value = scene.value(node) ?? steppedElement(scene, node)
  if (value !== undefined) return regexpOf(scene, value)
  return returnedRegexps(scene, node)
}

/**
 * @param {Scene} scene
 * @param {Value} value
 */
function regexpOf ({ dump }, { objectId, notCapturedReason }) {
  const record = objectId === undefined ? undefined : dump.object(objectId)
  if (record === undefined) return notCapturedReason === undefined && objectId === undefined ? null : undefined
  return record.regexp === undefined ? null : [literalOf(record.regexp.source, record.regexp.flags)]
}

/**
 * @param {string} source
 * @param {string} flags
 */
function literalOf (source, flags) {
  return `/${source}/${flags}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node a ? b : c
 * @returns {string[]|null|undefined}
 */
function chosen (scene, { test, consequent, alternate }) {
  const value = scene.value(/** @type {AnyNode} */ (test))
  const truth = value === undefined ? undefined : truthOf(value)
  if (truth !== undefined) return regexpsOf(scene, /** @type {AnyNode} */ (truth ? consequent : alternate))
  const both = [consequent, alternate].map(each => regexpsOf(scene, /** @type {AnyNode} */ (each)))
  return both.every(Array.isArray) ? [...new Set(both.flatMap(each => each ?? []))] : undefined
}

/**
 * The element of `list[i++]`: the index has changed since.
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {Value|undefined}
 */
function steppedElement (scene, node) {
  const index = node.type === 'MemberExpression' && node.computed === true ? child(node, 'property') : null
  const [list, name] = [child(node, 'object'), index === null ? null : child(index, 'argument')]
  if (index?.type !== 'UpdateExpression' || list === null || name?.type !== 'Identifier') return undefined
  const [holder, now] = [scene.value(list), plainValue(scene.value(name))]
  if (holder === undefined || typeof now !== 'number') return undefined
  const back = index.prefix === true ? 0 : index.operator === '++' ? -1 : 1
  const found = lookUp(scene.dump, holder, String(now + back))
  return found.status === 'value' ? found.value : undefined
}

/**
 * @param {AnyNode} node `new RegExp(…)`
 * @param {(node: AnyNode) => Value|undefined} valueOf
 * @returns {string|undefined} undefined if it is something else, or if its text is not known
 */
function madeRegexp (node, valueOf) {
  const callee = node.type === 'NewExpression' || node.type === 'CallExpression' ? child(node, 'callee') : null
  if (callee?.type !== 'Identifier' || callee.name !== 'RegExp') return undefined
  const [source, flags] = children(node, 'arguments')
  const text = source && textOf(source, valueOf)
  // Flags that are not known are left out: what takes for ever is the text.
  return text && literalOf(text, (flags && textOf(flags, valueOf)) ?? '')
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node `new RegExp(…)`
 */
function isGlobal (scene, node) {
  return scene.variable(/** @type {AnyNode} */ (node.callee)) === undefined
}

/**
 * @param {AnyNode} node
 * @param {(node: AnyNode) => Value|undefined} valueOf
 * @returns {string|undefined} the string that it gives, if that is known
 */
function textOf (node, valueOf) {
  const value = plainValue(valueOf(node))
  if (typeof value === 'string') return value
  const [left, right] = [child(node, 'left'), child(node, 'right')]
  if (node.type === 'BinaryExpression' && node.operator === '+' && left !== null && right !== null) {
    return joined([left, right], '', valueOf)
  }
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : null
  const list = callee === null ? null : child(callee, 'object')
  if (callee === null || list?.type !== 'ArrayExpression' || literalKey(callee) !== 'join') return undefined
  const [separator] = children(node, 'arguments')
  const text = separator === undefined ? ',' : textOf(separator, valueOf)
  return text === undefined ? undefined : joined(children(list, 'elements'), text, valueOf)
}

/**
 * @param {AnyNode[]} nodes
 * @param {string} separator
 * @param {(node: AnyNode) => Value|undefined} valueOf
 */
function joined (nodes, separator, valueOf) {
  const texts = nodes.map(each => textOf(each, valueOf))
  const text = texts.includes(undefined) ? undefined : texts.join(separator)
  return text === undefined || text.length > MAX_TEXT ? undefined : text
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node a call
 * @returns {string[]|undefined} what the text of the called function returns, if all that it may return is known
 */
function returnedRegexps (scene, node) {
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : null
  const target = callee === null ? undefined : knownValue(scene, callee)
  const source = target?.objectId === undefined ? undefined : scene.dump.object(target.objectId)?.source
  const fn = source === undefined ? undefined : functionIn(source)
  if (fn === undefined || fn.async === true || fn.generator === true) return undefined
  const constants = constantsOf(fn)
  const valueOf = valuesOf(constants)
  const found = returnsOf(fn).map(each => {
    const initial = each.type === 'Identifier' ? constants.get(String(each.name)) : undefined
    return regexpIn(initial ?? each, valueOf)
  })
  const known = found.filter(each => each !== undefined)
  return known.length === 0 || known.length < found.length ? undefined : [...new Set(known)]
}

/**
 * @param {AnyNode} node that a function returns
 * @param {(node: AnyNode) => Value|undefined} valueOf
 * @returns {string|undefined}
 */
function regexpIn (node, valueOf) {
  return node.regex === undefined ? madeRegexp(node, valueOf) : String(node.raw)
}

/**
 * @param {AnyNode} fn
 * @returns {AnyNode[]} what it may return; both of `a ? b : c`
 */
function returnsOf (fn) {
  const body = /** @type {AnyNode} */ (fn.body)
  /** @type {AnyNode[]} */
  const found = []
  const add = (/** @type {AnyNode} */ node) => {
    if (node.type !== 'ConditionalExpression') found.push(node)
    else for (const each of [node.consequent, node.alternate]) add(/** @type {AnyNode} */ (each))
  }
  if (body.type !== 'BlockStatement') add(body)
  else {
    walk(body, each => {
      const argument = each.type === 'ReturnStatement' ? child(each, 'argument') : null
      if (argument !== null) add(argument)
    }, { intoFunctions: false })
  }
  return found
}

/**
 * @param {AnyNode} fn
 * @returns {Map<string, AnyNode>} what its constants are declared with, by name; a name that is declared or assigned
 *   twice is none
 */
function constantsOf (fn) {
  /** @type {Map<string, AnyNode>} */
  const found = new Map()
  const others = new Set(['undefined', ...children(fn, 'params').map(({ name }) => name)])
  walk(/** @type {AnyNode} */ (fn.body), each => {
    const [id, init] = each.type === 'VariableDeclarator' ? [child(each, 'id'), child(each, 'init')] : [null, null]
    const name = id?.name ?? child(each, each.type === 'AssignmentExpression' ? 'left' : 'argument')?.name
    if (id !== null && init !== null && typeof name === 'string' && !found.has(name)) found.set(name, init)
    else if (typeof name === 'string' && /^(?:Variable|Assignment|Update)/.test(each.type)) others.add(name)
  }, { intoFunctions: true })
  for (const name of others) found.delete(String(name))
  return found
}

/**
 * @param {Map<string, AnyNode>} constants
 * @returns {(node: AnyNode) => Value|undefined} gives the text of literals, and of names that are declared with these
 *   alone
 */
function valuesOf (constants) {
  /** @type {Map<string, string|undefined>} each is made once; undefined meanwhile, so that a circle ends */
  const texts = new Map()
  /** @param {AnyNode} node @returns {Value|undefined} */
  const valueOf = node => {
    const name = node.type === 'Identifier' ? String(node.name) : undefined
    if (name === undefined) return typeof node.value === 'string' ? { type: 'string', value: node.value } : undefined
    const initial = constants.get(name)
    if (!texts.has(name) && initial !== undefined) {
      texts.set(name, undefined)
      texts.set(name, textOf(initial, valueOf))
    }
    const value = texts.get(name)
    return value === undefined ? undefined : { type: 'string', value }
  }
  return valueOf
}

module.exports = { regexpsOf }

'use strict'
// Follows the value of an expression back to the first one that is unlike others of its kind.

const { callOfCaller, workedOn } = require('../explain/calls')
const { dataProperty, isNullish, lookUp } = require('../explain/properties')
const { declarationOf, isAssignedOnce } = require('../source/declarations')
const { child, childNodes, children, isFunction, literalKey, pathTo } = require('../source/syntax')
const { memberText } = require('../values/member-text')
const { othersOf } = require('./others')
const { judge } = require('./unlike')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../explain/scene').Scene} Scene */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./unlike').Other} Other */
/** @typedef {import('./unlike').Unlike} Unlike */

/**
 * A value of the crash that is unlike others.
 * @typedef {object} Finding
 * @property {Scene} scene of the frame
 * @property {string} name the expression, as it is written
 * @property {Value} value
 * @property {string} words what the others are, after their number
 * @property {'calls'|'elements'|'instances'|'outerCalls'|'dumps'} source
 * @property {Unlike} unlike
 */

/**
 * A variable or `this`, and the members that lead from it to a value.
 * @typedef {{ scene: Scene, root: AnyNode, keys: string[] }} Path
 */

const MAX_HOPS = 6
const UNDEFINED = Object.freeze({ type: /** @type {const} */ ('undefined') })

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @param {Dump[]} dumps in which the functions did not fail at this place
 * @param {string[]} [keys] members that lead from the node's value to the value
 * @param {number} [hops]
 * @returns {Finding[]} none if the value is like others, or nothing is known of them
 */
function trace (scene, node, dumps, keys = [], hops = 0) {
  if (hops > MAX_HOPS) return []
  const path = pathOf(scene, node, keys)
  if (path === undefined) return inputsOf(node).flatMap(each => trace(scene, each, dumps, [], hops + 1))
  const found = compare(path, dumps)
  if (found === 'alike') return []
  const back = stepBack(path)
  if (found === undefined) {
    return back === undefined ? [] : back.nodes.flatMap(each => trace(back.scene, each, dumps, back.keys, hops + 1))
  }
  // A value that was computed is unlike others because of what it was computed from, if that is one thing.
  const before = back === undefined || back.isCopy
    ? []
    : back.nodes.flatMap(each => trace(back.scene, each, dumps, [], hops + 1))
  return before.length === 1 ? before : [found]
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @param {string[]} keys
 * @returns {Path|undefined} undefined if it is no plain path
 */
function pathOf (scene, node, keys) {
  switch (node.type) {
    case 'Identifier':
    case 'ThisExpression':
      return { scene, root: node, keys }
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return pathOf(scene, /** @type {AnyNode} */ (node.expression), keys)
    case 'MemberExpression': {
      const key = literalKey(node)
      return key === undefined ? undefined : pathOf(scene, /** @type {AnyNode} */ (node.object), [key, ...keys])
    }
  }
  return undefined
}

/**
 * @param {Path} path
 * @param {Dump[]} dumps
 * @returns {Finding|'alike'|undefined} undefined if too few others are known
 */
function compare ({ scene, root, keys }, dumps) {
  const value = follow({ dump: scene.dump, value: scene.value(root) }, keys)
  if (value === undefined) return undefined
  /** @type {Finding|undefined} */
  let found
  for (const { source, words, others, dumps: count } of othersOf(scene, root, dumps)) {
    const judgement = judge({ dump: scene.dump, value }, followAll(others, keys))
    // One source in which the value is usual is enough: the code works with it.
    if (judgement.is === 'alike') return 'alike'
    if (judgement.is === 'unlike' && found === undefined) {
      const name = textOfPath(scene.textOf(root), keys)
      const unlike = source === 'dumps' ? inDumps(judgement, count ?? 0) : judgement
      found = { scene, name, value, words, source, unlike }
    }
  }
  return found
}

/**
 * Counts dumps instead of calls: one dump may have many calls.
 * @param {Unlike} unlike
 * @param {number} dumps
 * @returns {Unlike}
 */
function inDumps (unlike, dumps) {
  return unlike.count === unlike.of ? { ...unlike, count: dumps, of: dumps } : unlike
}

/**
 * @param {string} root text of a variable, or `this`
 * @param {string[]} keys
 */
function textOfPath (root, keys) {
  return keys.reduce((text, key) => text + memberText(key, text), root)
}

/**
 * @param {{ dump: Dump, value: Value|undefined }} held
 * @param {string[]} keys
 * @returns {Value|undefined} undefined if the dump does not say
 */
function follow ({ dump, value }, keys) {
  for (const key of keys) {
    if (value === undefined || isNullish(value)) return undefined
    value = lookUp(dump, value, key).status === 'absent' ? UNDEFINED : dataProperty(dump, value, key)
  }
  return value
}

/**
 * @template {import('./kinds').Held} T
 * @param {T[]} list
 * @param {string[]} keys
 * @returns {T[]} with the value to which the keys lead, without those of which the dump does not say it
 */
function followAll (list, keys) {
  return list.flatMap(each => {
    const value = follow(each, keys)
    return value === undefined ? [] : [{ ...each, value }]
  })
}

/**
 * Where the value of a path came from. isCopy: it is the same value, with the keys.
 * @param {Path} path
 * @returns {{ scene: Scene, nodes: AnyNode[], keys: string[], isCopy: boolean }|undefined}
 */
function stepBack ({ scene, root, keys }) {
  if (root.type !== 'Identifier' || scene.program === null) return undefined
  const name = String(root.name)
  const declaration = declarationOf(name, pathTo(scene.program, root.start, root.end))
  if (declaration === undefined || !isAssignedOnce(declaration)) return undefined
  if (declaration.kind === 'parameter') {
    const pattern = children(declaration.scope, 'params')[declaration.index ?? -1]
    const inner = pattern === undefined ? undefined : keysInPattern(pattern, declaration.id)
    const call = declaration.scope === scene.function && inner !== undefined ? callOfCaller(scene) : undefined
    const argument = call?.args[declaration.index ?? -1]
    return call === undefined || argument === undefined || inner === undefined
      ? undefined
      : { scene: call.caller, nodes: [argument], keys: [...inner, ...keys], isCopy: true }
  }
  const init = declaration.declarator === undefined ? null : child(declaration.declarator, 'init')
  const pattern = declaration.declarator === undefined ? null : child(declaration.declarator, 'id')
  if (init === null || pattern === null) return undefined
  const inner = keysInPattern(pattern, declaration.id)
  const isCopy = inner !== undefined && pathOf(scene, init, []) !== undefined
  return isCopy
    ? { scene, nodes: [init], keys: [...inner, ...keys], isCopy }
    : { scene, nodes: [init], keys: [], isCopy }
}

/**
 * @param {AnyNode} pattern
 * @param {AnyNode} id an identifier in it
 * @returns {string[]|undefined} the members that lead to the identifier; undefined if it is no plain field
 */
function keysInPattern (pattern, id) {
  if (pattern === id) return []
  if (pattern.type !== 'ObjectPattern') return undefined
  for (const property of children(pattern, 'properties')) {
    const key = property.type === 'Property' ? literalKey(property) : undefined
    const value = child(property, 'value')
    const inner = value === null ? undefined : keysInPattern(value, id)
    if (inner !== undefined) return key === undefined ? undefined : [key, ...inner]
  }
  return undefined
}

/**
 * @param {AnyNode} node a computation
 * @returns {AnyNode[]} what it computes with, without functions
 */
function inputsOf (node) {
  // A function that is called, or a class, is no value that may be wrong.
  const isCall = node.type === 'CallExpression' || node.type === 'NewExpression'
  return (isCall ? workedOn(node) : childNodes(node))
    .filter(each => !isFunction(each) && each.type !== 'Literal')
    .map(each => (each.type === 'Property' ? (child(each, 'value') ?? each) : each))
}

module.exports = { trace, followAll, textOfPath }

'use strict'
// The event loop was blocked while a regular expression searched a string.

const { callOfCaller } = require('../calls')
const { regexpsOf } = require('../origins/regexp')
const { throwScene } = require('../scene')
const { child, children, literalKey } = require('../../source/syntax')
const { cut, plain } = require('../../text/terminal-text')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

/** Methods of an expression, whose argument is the string. */
const OF_EXPRESSION = new Set(['exec', 'test'])
/** Methods of a string, which make an expression of any argument. */
const OF_ANY = new Set(['match', 'matchAll', 'search'])
/** Methods of a string, whose argument may be a string that is searched for. */
const OF_STRING = new Set([...OF_ANY, 'replace', 'replaceAll', 'split'])

const MAX_EXPRESSION = 100

/** @type {import('../types').Rule} */
const blockedExpression = { name: 'blocked-expression', explain }

/**
 * @param {import('../../reader').Dump} dump
 * @returns {string|undefined}
 */
function explain (dump) {
  const scene = dump.header.trigger === 'blockedLoop' ? throwScene(dump) : null
  const call = scene?.path.findLast(({ type }) => type === 'CallExpression')
  const callee = call && child(call, 'callee')
  // The innermost frame stands at the call, so no function of JavaScript that it may call was running.
  if (!scene || !callee || child(callee, 'property')?.start !== scene.offset) return undefined
  const [object, argument] = [child(callee, 'object'), children(call, 'arguments')[0]]
  const method = literalKey(callee) ?? ''
  const [expression, input] = OF_EXPRESSION.has(method) ? [object, argument] : [argument, object]
  if (!expression || !input || !(OF_EXPRESSION.has(method) || OF_STRING.has(method))) return undefined
  const text = expressionText(scene, expression, method)
  return text && `The event loop was blocked while ${text} searched ${inputText(scene, input)}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @param {string} method
 * @returns {string|undefined} undefined if it may be no expression
 */
function expressionText (scene, node, method) {
  const regexps = regexpsOf(scene, node)
  const code = scene.code(node)
  if (OF_ANY.has(method) && !regexps) return code
  if (!regexps) return OF_EXPRESSION.has(method) && regexps === undefined ? code : undefined
  const literals = regexps.map(each => `\`${cut(plain(each), MAX_EXPRESSION)}\``)
  return node.regex === undefined ? `${code}, ${literals.join(' or ')},` : literals[0]
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {string}
 */
function inputText (scene, node) {
  const known = knownText(scene, node)
  if (known !== undefined) return `${scene.code(node)}, ${known}`
  const origin = receiverOf(node)
  const made = origin && knownText(scene, origin)
  return made === undefined || origin === undefined
    ? scene.code(node)
    : `${scene.code(node)}, made of ${scene.code(origin)}, ${made}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {string|undefined}
 */
function knownText (scene, node) {
  const own = stringText(scene, node)
  if (own !== undefined) return own
  // Variables may be missing where V8 could be interrupted. What a parameter had stands in the call.
  const given = argumentFor(scene, node)
  return given && (stringText(given.scene, given.node) ?? `given as ${given.scene.code(given.node)}`)
}

/**
 * @param {AnyNode} node
 * @returns {AnyNode|undefined} `text` of `text.trim().toLowerCase()`
 */
function receiverOf (node) {
  let found = node
  for (;;) {
    const callee = found.type === 'CallExpression' ? child(found, 'callee') : null
    const object = callee?.type === 'MemberExpression' ? child(callee, 'object') : null
    if (object === null) return found === node ? undefined : found
    found = object
  }
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {string|undefined}
 */
function stringText (scene, node) {
  const value = scene.value(node)
  if (value?.type !== 'string' || value.notCapturedReason === 'notRead') return undefined
  const length = Number(value.length ?? String(value.value ?? '').length)
  return `a string of ${length} characters: ${scene.describe(value)}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {{ scene: Scene, node: AnyNode }|undefined} what the caller has given for a parameter
 */
function argumentFor (scene, node) {
  const parameters = scene.function === null ? [] : children(scene.function, 'params')
  const index = parameters.findIndex(({ type, name }) => type === 'Identifier' && name === node.name)
  const found = index === -1 || node.type !== 'Identifier' ? undefined : callOfCaller(scene)
  const given = found?.args[index]
  return found && given && { scene: found.caller, node: given }
}

module.exports = { blockedExpression }

'use strict'
// The event loop was blocked while a regular expression searched a string.

const { callOfCaller } = require('../calls')
const { throwScene } = require('../scene')
const { child, children, literalKey } = require('../../source/syntax')
const { cut, plain } = require('../../text/terminal-text')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */

/** Methods of an expression, whose argument is the string, and those of a string, whose argument is the expression. */
const OF_EXPRESSION = new Set(['exec', 'test'])
const OF_STRING = new Set(['match', 'matchAll', 'replace', 'replaceAll', 'search', 'split'])

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
  const text = expressionText(scene, expression) ?? (OF_EXPRESSION.has(method) ? scene.code(expression) : undefined)
  return text && `The event loop was blocked while ${text} searched ${inputText(scene, input)}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {string|undefined} undefined if it may be a string
 */
function expressionText (scene, node) {
  if (node.regex !== undefined) return `\`${cut(plain(scene.textOf(node)), MAX_EXPRESSION)}\``
  const value = scene.value(node)
  const regexp = value?.objectId === undefined ? undefined : scene.dump.object(value.objectId)?.regexp
  if (regexp === undefined) return undefined
  return `${scene.code(node)}, \`${cut(plain(`/${regexp.source}/${regexp.flags}`), MAX_EXPRESSION)}\`,`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} node
 * @returns {string}
 */
function inputText (scene, node) {
  const own = stringText(scene, node)
  if (own !== undefined) return `${scene.code(node)}, ${own}`
  // Variables may be missing where V8 could be interrupted. What a parameter had stands in the call.
  const given = argumentFor(scene, node)
  if (given === undefined) return scene.code(node)
  const known = stringText(given.scene, given.node)
  return `${scene.code(node)}, ${known ?? `given as ${given.scene.code(given.node)}`}`
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

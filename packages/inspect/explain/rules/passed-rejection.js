'use strict'
// Explains a rejection without a stack, after the functions between the failed call and the outermost one have ended
// (docs/caveats.md): if the text of each leaves only one call that can have rejected, says which call that was.

const { declarationOf, isAssignedOnce } = require('../../source/declarations')
const { offsetOf } = require('../../source/lines')
const { child, children, functionStart, isFunction, literalKey, pathTo, walk } = require('../../source/syntax')
const { callIn } = require('../application-call')
const { argumentsOf } = require('../calls')
const { knownValue, mathMethod } = require('../known-value')
const { throwScene } = require('../scene')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('../types').KnownVariables} KnownVariables */

const MAX_CALLS = 8
const MAX_VALUES = 2
/** What a function may return without waiting for it. */
const PLAIN_RESULTS = new Set(['ObjectExpression', 'ArrayExpression', 'Literal', 'TemplateLiteral', 'BinaryExpression'])
/** What can reject by itself, handles what was rejected, or is known of the outermost function only. */
const UNSURE = new Set([
  'TryStatement', 'ThrowStatement', 'NewExpression', 'TaggedTemplateExpression', 'ForOfStatement', 'YieldExpression',
  'ImportExpression', 'SpreadElement', 'ThisExpression'
])

/** @type {import('../types').Rule} */
const passedRejection = { name: 'passed-rejection', explain }

/**
 * @param {import('../../reader').Dump} dump
 * @returns {string|undefined}
 */
function explain (dump) {
  const { exception } = dump
  // V8 itself throws errors, so every expression may have thrown one.
  if (exception === null || exception.value.subtype === 'error' || exception.value.subtype === 'proxy') return undefined
  const scene = throwScene(dump)
  const first = scene === null ? undefined : callIn(scene)
  if (scene === null || first === undefined || scene.nearest('AwaitExpression') === undefined) return undefined
  const { call, home, variables } = lastCall(scene, first.call)
  if (home === undefined) return undefined
  const name = child(home, 'id')?.name
  const values = (argumentsOf(call) ?? []).flatMap(namesIn).flatMap(node => {
    const value = knownValue(variables, node)
    return value === undefined || value.type === 'object' ? [] : `${scene.code(node)} is ${scene.describe(value)}`
  }).slice(0, MAX_VALUES)
  return `it was rejected by ${scene.code(call)} in ${name === undefined ? 'a function' : `${name}()`} on line ` +
    `${scene.lineOf(call)}${values.length === 0 ? '' : `, where ${values.join(' and ')}`}`
}

/**
 * @param {Scene} scene
 * @param {AnyNode} awaited the call that the outermost function waited for
 * @returns {{ call: AnyNode, home?: AnyNode, variables: KnownVariables }} home: the function that has the call, if it
 *   is another one
 */
function lastCall (scene, awaited) {
  /** @type {ReturnType<typeof lastCall>} */
  let last = { call: awaited, variables: scene }
  for (let i = 0; i < MAX_CALLS; i++) {
    const called = calledFunction(scene, last.call)
    const call = called === undefined ? undefined : onlyCall(called)
    const args = argumentsOf(last.call)
    if (called === undefined || call === undefined || args === undefined) return last
    last = { call, home: called, variables: variablesOf(scene, called, args, last.variables) }
  }
  return last
}

/**
 * @param {Scene} scene
 * @param {AnyNode} call
 * @returns {AnyNode|undefined} the async function of the same script that it calls
 */
function calledFunction (scene, call) {
  const callee = child(call, 'callee')
  const value = callee?.type === 'Identifier' ? scene.variable(callee) : undefined
  const location = scene.dump.object(value?.objectId ?? '')?.functionLocation
  if (location?.scriptId !== scene.frame.scriptId || scene.program === null) return undefined
  const start = offsetOf(scene.source, location)
  const found = pathTo(scene.program, start).findLast(isFunction)
  return found?.async === true && found.generator !== true && functionStart(scene.source, found) === start
    ? found
    : undefined
}

/**
 * @param {AnyNode} called an async function
 * @returns {AnyNode|undefined} the only call in it that can reject
 */
function onlyCall (called) {
  const body = child(called, 'body')
  /** @type {AnyNode[]} */
  const awaited = []
  /** @type {AnyNode[]} */
  const calls = []
  let isSure = body?.type === 'BlockStatement' && children(called, 'params').every(({ type }) => type === 'Identifier')
  if (body !== null) {
    walk(body, node => {
      if (UNSURE.has(node.type)) isSure = false
      if (node.type === 'AwaitExpression') awaited.push(/** @type {AnyNode} */ (node.argument))
      if (node.type === 'CallExpression' && mathMethod(node) === undefined) calls.push(node)
      const result = node.type === 'ReturnStatement' ? child(node, 'argument') : null
      if (result !== null && !PLAIN_RESULTS.has(result.type) && !isOwnConstant(called, result)) isSure = false
    }, { intoFunctions: false })
  }
  return isSure && awaited.length === 1 && calls.length === 1 && awaited[0] === calls[0] ? calls[0] : undefined
}

/**
 * @param {AnyNode} called
 * @param {AnyNode} node
 * @returns {boolean} true for a constant of the function that cannot be a promise
 */
function isOwnConstant (called, node) {
  const path = [called, /** @type {AnyNode} */ (called.body)]
  const declared = node.type === 'Identifier' ? declarationOf(String(node.name), path) : undefined
  const declarator = declared?.kind === 'const' ? declared.declarator : undefined
  const init = declarator?.id === declared?.id && declarator ? child(declarator, 'init') : null
  return init !== null && (init.type === 'AwaitExpression' || PLAIN_RESULTS.has(init.type))
}

/**
 * @param {Scene} scene
 * @param {AnyNode} called
 * @param {AnyNode[]} args
 * @param {KnownVariables} caller
 * @returns {KnownVariables} the variables of a call that has ended, from what it was given
 */
function variablesOf (scene, called, args, caller) {
  const own = {
    dump: scene.dump,
    frame: scene.frame,
    variable: (/** @type {AnyNode} */ identifier) => {
      const path = pathTo(/** @type {AnyNode} */ (scene.program), identifier.start, identifier.end)
      const declared = declarationOf(String(identifier.name), path)
      if (declared === undefined || !path.includes(called) || !isAssignedOnce(declared)) return undefined
      if (declared.scope === called && declared.kind === 'parameter') {
        const given = args[declared.index ?? -1]
        return given === undefined ? undefined : knownValue(caller, given)
      }
      const { declarator, id } = declared
      const init = declared.kind === 'const' && declarator?.id === id ? child(declarator, 'init') : null
      return init === null || init.start < called.start ? scene.variable(identifier) : knownValue(own, init)
    }
  }
  return own
}

/**
 * @param {AnyNode} argument
 * @returns {AnyNode[]} the names in it that have a value each
 */
function namesIn (argument) {
  if (argument.type === 'Identifier') return [argument]
  if (argument.type !== 'ObjectExpression') return []
  return children(argument, 'properties').flatMap(property => {
    const value = literalKey(property) === undefined ? null : child(property, 'value')
    return value?.type === 'Identifier' ? [value] : []
  })
}

module.exports = { passedRejection }

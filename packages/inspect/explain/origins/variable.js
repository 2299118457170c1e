'use strict'
// Explains why a variable is undefined or null.

const { callOfCaller } = require('../calls')
const { declarationOf, isAssignedOnce, isSteady } = require('../../source/declarations')
const { isNullish, lookUp } = require('../properties')
const { children, literalKey, pathTo, walk } = require('../../source/syntax')
const { counted } = require('../words')
const { givenBy } = require('./given')
const { missingKey } = require('./member')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../scene').Scene} Scene */
/** @typedef {import('./member').OriginOf} OriginOf */
/** @typedef {import('../../source/declarations').Declaration} Declaration */

/**
 * @param {Scene} scene
 * @param {AnyNode} identifier
 * @param {number} hops
 * @param {OriginOf} originOf
 * @returns {string|undefined}
 */
function originOfVariable (scene, identifier, hops, originOf) {
  if (scene.program === null) return undefined
  const declaration = declarationOf(String(identifier.name), pathTo(scene.program, identifier.start, identifier.end))
  if (declaration === undefined || !isAssignedOnce(declaration)) return undefined
  if (declaration.kind === 'parameter') return originOfParameter(scene, declaration, hops, originOf)
  const { declarator, kind } = declaration
  const init = /** @type {AnyNode|null|undefined} */ (declarator?.init)
  if (declarator === undefined) return undefined
  if (init === null || init === undefined) {
    return isLoopVariable(declaration)
      ? undefined
      : `\`${kind} ${scene.textOf(declaration.id)}\` on line ${scene.lineOf(declarator)} gives it no value, ` +
          'and nothing else does'
  }
  if (!isUnchanged(scene, init)) return undefined
  const pattern = /** @type {AnyNode} */ (declarator.id)
  if (pattern.type === 'Identifier') return originOf(scene, init, hops + 1) ?? givenBy(scene, declaration, init)
  return pattern.type === 'ObjectPattern' ? originOfField(scene, pattern, init, identifier) : undefined
}

/**
 * True if the variables in an expression that ran earlier still have the values that they had then.
 * @param {Scene} scene
 * @param {AnyNode} node
 */
function isUnchanged (scene, node) {
  let unchanged = true
  walk(
    node,
    each => {
      if (each.type !== 'Identifier' || scene.program === null) return
      const declaration = declarationOf(String(each.name), pathTo(scene.program, each.start, each.end))
      if (declaration !== undefined && !isSteady(declaration)) unchanged = false
    },
    { intoFunctions: false }
  )
  return unchanged
}

/**
 * Explains a variable that a pattern declares: `const { name } = order`.
 * @param {Scene} scene
 * @param {AnyNode} pattern
 * @param {AnyNode} init
 * @param {AnyNode} identifier
 */
function originOfField (scene, pattern, init, identifier) {
  const property = children(pattern, 'properties').find(
    each => /** @type {AnyNode|undefined} */ (each.value)?.name === identifier.name
  )
  const key = property === undefined ? undefined : literalKey(property)
  const value = scene.value(init)
  if (key === undefined || value === undefined || lookUp(scene.dump, value, key).status !== 'absent') return undefined
  return missingKey(scene, init, value, key)
}

/**
 * @param {Scene} scene
 * @param {Declaration} declaration
 * @param {number} hops
 * @param {OriginOf} originOf
 */
function originOfParameter (scene, { scope, id, index = -1 }, hops, originOf) {
  const parameters = children(scope, 'params')
  // The call of an outer function is not on the stack any more, and a pattern takes only a part of its argument.
  if (scope !== scene.function || parameters[index] !== id) return undefined
  const found = callOfCaller(scene)
  if (found === undefined) return undefined
  const { caller, call, args } = found
  const argument = args[index]
  if (argument === undefined) {
    const name = caller.code(call)
    return (
      `the call ${name} at ${caller.place} passes ` +
      (args.length === 0 ? 'no argument' : `only ${counted(args.length, 'argument')}`)
    )
  }
  const origin = originOf(caller, argument, hops + 1)
  if (origin !== undefined) return origin
  const value = caller.value(argument)
  return value !== undefined && isNullish(value) && argument.type !== 'Identifier'
    ? `the caller passes ${caller.code(argument)} at ${caller.place}`
    : undefined
}

/** @param {Declaration} declaration */
function isLoopVariable ({ scope }) {
  return /^For(?:In|Of)/.test(scope.type)
}

module.exports = { originOfVariable }

'use strict'
// Finds the `new.target` of a place among the variables of its scopes.

const { scriptTree } = require('./script-trees')
const { functionStart, isFunction, pathTo, unlessTooDeep } = require('./syntax')
const { offsetOf } = require('./lines')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {{ scopeChain: Scope[], scriptId: string, lineNumber: number, columnNumber: number }} Place */

/** The name of the variable that stands for it in a dump. No variable of a program can have this name. */
const NEW_TARGET = 'new.target'

/** Nodes in which `new.target` is undefined, whatever is around them. */
const OF_CLASS = /^(?:PropertyDefinition|StaticBlock)$/

/**
 * An arrow function has the one of the function around it, which stands in a scope that it closes over.
 * @param {Dump} dump
 * @param {Place} place
 * @returns {Variable|undefined} undefined if the dump does not have it
 */
function newTargetAt (dump, place) {
  const has = (/** @type {Scope} */ scope) =>
    dump.scope(scope).variables.find(({ name, generatedName = name }) => generatedName === NEW_TARGET)
  const local = place.scopeChain.find(({ type }) => type === 'local')
  const own = local === undefined ? undefined : has(local)
  if (own !== undefined) return own
  const outer = place.scopeChain.filter(scope => scope.type === 'closure' && has(scope) !== undefined)
  if (outer.length === 0) return undefined
  const source = dump.script(place.scriptId)?.source ?? ''
  const start = unlessTooDeep(() => startOfOwner(dump, source, place)) ?? -1
  const owner = outer.find(
    ({ startLocation }) => startLocation !== undefined && start !== -1 && offsetOf(source, startLocation) === start
  )
  return owner === undefined ? undefined : has(owner)
}

/**
 * @param {Dump} dump
 * @param {string} source
 * @param {Place} place in an arrow function
 * @returns {number} where the function around it begins whose `new.target` it has; -1 if that is not known
 */
function startOfOwner (dump, source, place) {
  const offset = offsetOf(source, place)
  const program = offset === -1 ? null : scriptTree(dump, place.scriptId)
  if (program === null) return -1
  for (const node of pathTo(program, offset).reverse()) {
    if (OF_CLASS.test(node.type)) return -1
    if (isFunction(node) && node.type !== 'ArrowFunctionExpression') return functionStart(source, node)
  }
  return -1
}

module.exports = { NEW_TARGET, newTargetAt }

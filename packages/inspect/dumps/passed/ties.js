'use strict'
// Pairs the arguments of a call with the parameters of the function that it called, where both are the same value.

const { assignmentsTo, hasTwin, keepsParameter } = require('./assignments')
const { declarationOf, declaredIn } = require('../../source/declarations')
const { child, children, identifiersIn, isFunction, pathTo } = require('../../source/syntax')
const { knownValue } = require('../../explain/known-value')
const { ownScopes } = require('../uninitialised')
const { knownValueOf } = require('./lost')
const { hasWholeText, isSteadyIn } = require('./sites')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../../source/declarations').Declaration} Declaration */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('./links').Link} Link */
/** @typedef {import('./sites').Site} Site */

/**
 * What was passed is `value`, or `argument` is the variable that was passed.
 * @typedef {object} Tie
 * @property {Variable} parameter
 * @property {Variable} [argument]
 * @property {Value} [value]
 * @property {CallFrameRecord} inner the frame of the parameter
 * @property {CallFrameRecord} outer
 */

/** @type {Value} */
const UNDEFINED = { type: 'undefined' }

/**
 * @param {Link} link
 * @returns {Tie[]} none if the values of two frames contradict that the one called the other
 */
function tiesOf (link) {
  const { outer, inner, call } = link
  const args = children(call, 'arguments')
  const spread = args.findIndex(({ type }) => type === 'SpreadElement')
  const parameters = children(inner.fn, 'params').slice(0, spread === -1 ? undefined : spread)
  /** @type {Tie[]} */
  const ties = []
  for (const [i, { type, name }] of parameters.entries()) {
    const parameter = type === 'Identifier' ? parameterOf(inner, String(name)) : undefined
    const passed = parameter === undefined ? undefined : passedBy(link, args[i])
    if (parameter === undefined || passed === undefined) continue
    ties.push({ parameter, ...passed, inner: inner.frame, outer: outer.frame })
  }
  return ties.some(isContradiction) ? [] : ties
}

/**
 * @param {Link['inner']} inner
 * @param {string} name
 * @returns {Variable|undefined} the parameter of this name, if it is what was passed
 */
function parameterOf ({ dump, frame, fn, path }, name) {
  const same = children(fn, 'params').filter(each => each.type === 'Identifier' && each.name === name)
  const declaration = declarationOf(name, path)
  if (same.length !== 1 || declaration?.id !== same[0] || !keepsParameter(fn, name)) return undefined
  return onlyVariable(dump, ownScopes(frame), name)?.variable
}

/**
 * @param {Dump} dump
 * @param {Scope[]} scopes
 * @param {string} name
 * @returns {{ variable: Variable, scope: Scope }|undefined} undefined if there are several of this name
 */
function onlyVariable (dump, scopes, name) {
  const found = scopes.map(each => dump.scope(each)).flatMap(scope =>
    scope.variables.filter(each => each.name === name).map(variable => ({ variable, scope })))
  return found.length === 1 ? found[0] : undefined
}

/**
 * @param {Link} link
 * @param {AnyNode|undefined} argument
 * @returns {Pick<Tie, 'argument'|'value'>|undefined} undefined if it is not known
 */
function passedBy (link, argument) {
  if (argument === undefined) return { value: UNDEFINED }
  if (argument.type !== 'Identifier') {
    const value = literalValue(link.outer, argument)
    return value && { value }
  }
  const { program, fn } = link.outer
  const path = pathTo(program, argument.start, argument.end)
  const declaration = declarationOf(String(argument.name), path)
  if (declaration === undefined) return argument.name === 'undefined' ? { value: UNDEFINED } : undefined
  const own = fn === null ? path : path.slice(path.indexOf(fn))
  if ((path.findLast(isFunction) ?? null) !== fn) return undefined
  return own.includes(declaration.scope)
    ? ownVariable(link, argument, declaration, own)
    : outerVariable(link.outer, declaration, path)
}

/**
 * @param {Site} site
 * @param {AnyNode} node
 * @returns {Value|undefined}
 */
function literalValue ({ dump, frame }, node) {
  const inner = node.type === 'UnaryExpression' ? child(node, 'argument') : node
  const isLiteral = inner?.type === 'Literal' ||
    (inner?.type === 'TemplateLiteral' && children(inner, 'expressions').length === 0)
  if (!isLiteral) return undefined
  if (node.operator === 'void') return UNDEFINED
  const value = knownValue({ dump, frame, variable: () => undefined }, node)
  // The text of a script has stand-ins in the place of secrets.
  const { enabled, structure } = dump.header.redaction
  return enabled && (structure === true || /redacted/i.test(String(value?.value))) ? undefined : value
}

/**
 * @param {Link} link
 * @param {AnyNode} argument
 * @param {Declaration} declaration of a variable of the function that called
 * @param {AnyNode[]} path from that function to the argument
 * @returns {{ argument: Variable }|undefined}
 */
function ownVariable ({ outer, call, isAwaited }, argument, declaration, path) {
  const { kind, scope } = declaration
  const name = String(argument.name)
  const isOnly = path.filter(node => declaredIn(node, name) !== undefined).length === 1 && !hasTwin(declaration)
  if (!isOnly || kind === 'import') return undefined
  const found = onlyVariable(outer.dump, ownScopes(outer.frame), name)
  if (found === undefined || kind === 'const') return found && { argument: found.variable }
  if (!hasWholeText(outer, scope)) return undefined
  if (kind === 'parameter' && identifiersIn(scope).has('arguments')) return undefined
  const changes = assignmentsTo(declaration).filter(({ id, isInner }) =>
    // Other functions may have run since the call, and other arguments are evaluated before it.
    isInner || (argument.start <= id.start && id.end <= call.end) || (isAwaited && id.start >= call.start) ||
      found.scope.readAt !== undefined)
  return changes.length === 0 ? { argument: found.variable } : undefined
}

/**
 * @param {Site} outer
 * @param {Declaration} declaration of a variable outside of the function
 * @param {AnyNode[]} path from the program to the argument
 * @returns {{ value: Value }|undefined} its value, if it is always the same
 */
function outerVariable (outer, declaration, path) {
  const { dump, frame } = outer
  const name = String(declaration.id.name)
  const isOnly = path.filter(node => declaredIn(node, name) !== undefined).length === 1 && !hasTwin(declaration)
  const found = isOnly && isSteadyIn(outer, declaration) ? onlyVariable(dump, frame.scopeChain, name) : undefined
  const isContext = found?.scope.type === 'closure' || found?.scope.type === 'module'
  return isContext && found.variable.value !== undefined ? { value: found.variable.value } : undefined
}

/** @param {Tie} tie */
function isContradiction ({ parameter, argument, value = knownValueOf(argument) }) {
  const other = knownValueOf(parameter)
  if (value === undefined || other === undefined) return false
  if (value.notCapturedReason !== undefined || other.notCapturedReason !== undefined) return false
  return value.type !== other.type || value.subtype !== other.subtype || value.value !== other.value ||
    value.unserializableValue !== other.unserializableValue
}

module.exports = { tiesOf }

'use strict'
// Collects what is known of the variables of a function that has scheduled a callback: those that the callback closes
// over, as they were at the error, and those that it was given by who has scheduled it.

const { dataProperty } = require('../explain/properties')
const { declarationOf } = require('../source/declarations')
const { offsetOf, placeAt } = require('../source/lines')
const { originalNames } = require('../source/original-names')
const { calledName } = require('./handed-over')
const { child, children, functionStart, isFunction, pathTo } = require('../source/syntax')
const { placesOf } = require('../source/scope-places')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** Scopes that a closure keeps of a function. */
const CLOSED_OVER = new Set(['closure', 'block', 'catch', 'local'])

/**
 * @param {Dump} dump
 * @param {object} found
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord} found.frame of the callback
 * @param {import('./handed-over').HandingOver} found.handing
 * @param {import('./dispatch').Dispatch} [found.dispatch]
 * @param {AnyNode[]} found.around the path from the program to the scheduler
 * @param {string} found.source
 * @param {import('../source/lines').Place} found.place of the call
 * @returns {Scope[]} innermost first; those of the scheduler itself have types of a function's own scopes
 */
function schedulerScopes (dump, { frame, handing, dispatch, around, source, place }) {
  const scheduler = around[around.length - 1]
  const callAt = handing.call.start
  /** @type {Scope[]} */
  const own = []
  /** @type {Scope[]} */
  const outer = []
  for (const scope of placesOf(dump, frame).scopeChain) {
    const [start, end] = [scope.startLocation, scope.endLocation].map(each => (each ? offsetOf(source, each) : -1))
    const isAround = start !== -1 && start <= callAt && callAt < end
    if (!isAround) {
      if (outer.length > 0 || !CLOSED_OVER.has(scope.type)) outer.push(reference(scope))
    } else if (isFunction(scheduler) && start >= scheduler.start && CLOSED_OVER.has(scope.type)) {
      own.push({ ...reference(scope), type: scope.type === 'closure' ? 'local' : scope.type })
    } else outer.push(reference(scope))
  }
  const known = new Set(own.flatMap(scope => dump.scope(scope).variables.map(each => each.generatedName ?? each.name)))
  const given = givenValues(dump, { handing, dispatch, around }).filter(({ name }) => !known.has(name))
  const names = originalNames(dump).at({ scriptId: frame.scriptId, ...place })
  const range = {
    startLocation: placeAt(source, isFunction(scheduler) ? functionStart(source, scheduler) : 0),
    endLocation: placeAt(source, scheduler.end)
  }
  const told = names?.variablesOf({ type: 'local', variables: [], ...range }, given.map(({ name }) => name))
  const variables = given.map(({ name, value }) => {
    const original = told?.get(name)
    return original === undefined ? { name, value } : { name: original, generatedName: name, value }
  })
  return [
    ...own,
    ...(variables.length === 0 ? [] : [localScope(frame, variables, range)]),
    ...outer
  ]
}

/**
 * @param {{ scriptId: string }} frame
 * @param {import('crash-collector-shared/dump/format').Variable[]} variables
 * @param {{ startLocation: import('../source/lines').Place, endLocation: import('../source/lines').Place }} range
 * @returns {Scope}
 */
function localScope ({ scriptId }, variables, { startLocation, endLocation }) {
  return {
    type: 'local',
    variables,
    startLocation: { scriptId, ...startLocation },
    endLocation: { scriptId, ...endLocation }
  }
}

/**
 * @param {Scope} scope
 * @returns {Scope} refers to it, if it has an id, so that its variables are in the dump once
 */
function reference (scope) {
  return scope.scopeId === undefined ? scope : { ...scope, variables: [] }
}

/**
 * The variables of the scheduler that stand in its call, and whose values Node.js has kept.
 * @param {Dump} dump
 * @param {{ handing: import('./handed-over').HandingOver, dispatch?: import('./dispatch').Dispatch,
 *   around: AnyNode[] }} found
 * @returns {{ name: string, value: Value }[]}
 */
function givenValues (dump, { handing: { call, path }, dispatch, around }) {
  // The call may be one of a helper, which has called Node.js with arguments of its own.
  if (dispatch === undefined || !dispatch.calls.test(calledName(call))) return []
  const { emitter, event, delayMs, handedArguments, firstArgument = 0 } = dispatch
  const args = children(call, 'arguments')
  const callee = child(call, 'callee')
  /** @type {[AnyNode|null|undefined, Value|undefined][]} */
  const pairs = []
  if (emitter !== undefined) {
    pairs.push([callee && child(callee, 'object'), emitter])
    if (event !== undefined) pairs.push([args[0], { type: 'string', value: event }])
  }
  if (delayMs !== undefined) pairs.push([args[1], { type: 'number', value: delayMs }])
  if (handedArguments?.objectId !== undefined && !args.some(({ type }) => type === 'SpreadElement')) {
    args.slice(firstArgument).forEach((arg, i) => pairs.push([arg, dataProperty(dump, handedArguments, String(i))]))
  }
  return pairs.flatMap(([node, value]) => {
    if (node?.type !== 'Identifier' || value === undefined) return []
    const name = String(node.name)
    const scope = declarationOf(name, pathTo(around[0], node.start, node.end))?.scope
    const isOwn = scope !== undefined && path.indexOf(scope) >= around.length - 1
    return isOwn ? [{ name, value }] : []
  })
}

module.exports = { schedulerScopes }

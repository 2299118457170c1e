'use strict'
// Finds the frames of which one called the other, with the call.

const { awaitedCallAt, callAtPlace, functionOf } = require('./call-places')
const { returnsNoPromise } = require('./own-results')
const { child, identifiersIn, literalKey, pathTo } = require('../../source/syntax')
const { lookUp } = require('../../explain/properties')
const { ownScopes } = require('../uninitialised')
const { isLost } = require('./lost')
const { hasWholeText, isSteadyIn, siteOf } = require('./sites')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./sites').Site} Site */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

/**
 * `outer` stands at `call`, which called the function of `inner`.
 * @typedef {object} Link
 * @property {Site} outer
 * @property {Site & { fn: AnyNode }} inner
 * @property {AnyNode} call
 * @property {boolean} isAwaited `outer` waits for it
 */

/** Runs microtasks, in which functions go on that have waited. */
const RUNS_MICROTASKS = 'node:internal/process/task_queues'

/**
 * @param {Dump} dump
 * @param {CallFrameRecord[]} frames of one error
 * @returns {Link[]} with a variable that is lost
 */
function linksOf (dump, frames) {
  /** @type {Link[]} */
  const links = []
  for (let i = 1; i < frames.length; i++) {
    const outer = frames[i]
    const isAwaited = outer.role === 'awaiting'
    const inner = isAwaited ? frames.slice(0, i).findLast(({ internal }) => !internal) : frames[i - 1]
    if (inner === undefined || outer.internal || inner.internal) continue
    if (!hasLost(dump, outer) && !hasLost(dump, inner)) continue
    const isNext = isAwaited
      ? mayWaitFor(frames, inner)
      : inner.role === outer.role && inner.index + 1 === outer.index
    const link = isNext ? linkOf(dump, outer, inner, isAwaited) : undefined
    if (link !== undefined) links.push(link)
  }
  return links
}

/** @param {Dump} dump @param {CallFrameRecord} frame */
function hasLost (dump, frame) {
  return ownScopes(frame).some(scope => dump.scope(scope).variables.some(isLost))
}

/**
 * The functions that wait are listed by how far they are from the error, and a function may have been called twice. So
 * only one that is there once is certainly the one that the next function waits for. One that a function of Node.js has
 * called, such as a listener, is not.
 * @param {CallFrameRecord[]} frames
 * @param {CallFrameRecord} inner with the nearest function of the application before one that waits
 */
function mayWaitFor (frames, inner) {
  if (frames.filter(frame => isSameFunction(frame, inner)).length !== 1) return false
  if (inner.role === 'awaiting') return true
  const caller = frames[frames.indexOf(inner) + 1]
  return caller.role !== inner.role || caller.url === RUNS_MICROTASKS
}

/** @param {CallFrameRecord} a @param {CallFrameRecord} b */
function isSameFunction (a, b) {
  return a.scriptId === b.scriptId && a.functionLocation !== undefined &&
    a.functionLocation.lineNumber === b.functionLocation?.lineNumber &&
    a.functionLocation.columnNumber === b.functionLocation?.columnNumber
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} outerFrame
 * @param {CallFrameRecord} innerFrame
 * @param {boolean} isAwaited
 * @returns {Link|undefined}
 */
function linkOf (dump, outerFrame, innerFrame, isAwaited) {
  const outer = siteOf(dump, outerFrame)
  if (outer === undefined) return undefined
  const call = isAwaited
    ? awaitedCallAt(outer.path, outer.offset)
    : callAtPlace(outer.path, outer.source, outer.offset)
  const inner = call === undefined ? undefined : siteOf(dump, innerFrame)
  const fn = inner?.fn ?? null
  // A generator runs when somebody asks it for its next value. `with` and eval() may give names another meaning.
  if (call === undefined || inner === undefined || fn === null || fn.generator === true) return undefined
  const isUnsure = identifiersIn(outer.fn ?? outer.program).has('eval') ||
    outer.path.some(({ type }) => type === 'WithStatement')
  if (isUnsure || !runsFunctionOf(outer, /** @type {AnyNode} */ (call.callee), inner)) return undefined
  // The promise of a function that does not end by itself may be rejected by another call of the same function.
  if (isAwaited && !(fn.async === true && returnsNoPromise(fn, codeOf(inner)))) return undefined
  return { outer, inner: { ...inner, fn }, call, isAwaited }
}

/**
 * The dump shows what the callee is now. Should it have been something else, such as a bound function, it would have
 * had to become the very function that it called, while that ran.
 * @param {Site} outer
 * @param {AnyNode} callee
 * @param {Site} inner
 */
function runsFunctionOf (outer, callee, inner) {
  const value = valueOf(outer, callee)
  if (value !== undefined) {
    const location = value.objectId === undefined ? undefined : outer.dump.object(value.objectId)?.functionLocation
    return location !== undefined &&
      isSameFunction({ ...inner.frame, scriptId: location.scriptId ?? '', functionLocation: location }, inner.frame)
  }
  const fn = inner.frame.scriptId === outer.frame.scriptId
    ? functionOf(callee, pathTo(outer.program, callee.start, callee.end), each => isSteadyIn(outer, each))
    : undefined
  return fn !== undefined && fn.start === inner.fn?.start && fn.end === inner.fn.end
}

/**
 * @param {Site} site
 * @param {AnyNode} node
 * @returns {Value|undefined}
 */
function valueOf (site, node) {
  switch (node.type) {
    case 'ThisExpression':
      return site.frame.this
    case 'Identifier':
      return variableIn(site, String(node.name))?.value
    case 'SequenceExpression':
      return valueOf(site, /** @type {AnyNode[]} */ (node.expressions).at(-1) ?? node)
    case 'MemberExpression': {
      const object = valueOf(site, /** @type {AnyNode} */ (node.object))
      const key = child(node, 'property')?.type === 'PrivateIdentifier' ? undefined : literalKey(node)
      const found = object === undefined || key === undefined ? undefined : lookUp(site.dump, object, key)
      return found?.status === 'value' ? found.value : undefined
    }
  }
  return undefined
}

/**
 * @param {Site} site
 * @param {string} name
 * @returns {Variable|undefined} the innermost one of this name
 */
function variableIn ({ dump, frame }, name) {
  for (const scope of frame.scopeChain) {
    const { variables, notCaptured } = dump.scope(scope)
    const found = variables.find(each => each.name === name)
    if (found !== undefined || (notCaptured !== undefined && notCaptured.length > 0)) return found
  }
  return undefined
}

/** @param {Site} site @returns {import('./own-results').Code} */
function codeOf (site) {
  return {
    program: site.program,
    calledBy: (callee, path) => {
      const fn = functionOf(callee, path, each => isSteadyIn(site, each))
      return fn !== undefined && hasWholeText(site, fn) ? fn : undefined
    }
  }
}

module.exports = { linksOf }

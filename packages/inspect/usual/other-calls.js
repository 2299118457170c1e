'use strict'
// Finds other calls of a function: suspended ones, those whose variables a function has closed over, those further out
// on the same stack, and those in other dumps.

const { scriptTree } = require('../source/script-trees')
const { offsetOf } = require('../source/lines')
const { variableNamed } = require('../source/original-names')
const { isFunction, pathTo } = require('../source/syntax')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../explain/scene').Scene} Scene */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/**
 * A call of the same function.
 * @typedef {object} OtherCall
 * @property {Dump} dump
 * @property {Scope[]} chain
 * @property {Value} [self] its `this`
 * @property {'frame'|'task'|'closure'} of what the dump has of it. The text of the script tells which variables of a
 *   frame have no value yet; one that is undefined in a task may have been removed by V8, and in a closure may have no
 *   value yet
 */

const MAX_CALLS = 500

/**
 * @param {Scene} scene
 * @returns {OtherCall[]} suspended calls of the function of the scene
 */
function suspendedCalls ({ dump, frame, function: own }) {
  /** @type {Map<string, boolean>} */
  const places = new Map()
  return dump.asyncTasks
    .filter(task => {
      if (task.scriptId !== frame.scriptId || task.functionName !== frame.functionName) return false
      const key = `${task.lineNumber}:${task.columnNumber}`
      if (!places.has(key)) places.set(key, functionAt(dump, task) === own)
      return places.get(key) === true
    })
    .filter(task => frame.role === undefined || !hasSameVariables(dump, task.scopeChain, frame.scopeChain))
    .slice(0, MAX_CALLS)
    .map(task => ({ dump, chain: task.scopeChain, self: task.this, of: /** @type {const} */ ('task') }))
}

/**
 * A function that waits for what failed is a frame and a suspended call. The same object may have another id in each.
 * @param {Dump} dump
 * @param {Scope[]} a
 * @param {Scope[]} b
 * @returns {boolean} true if both may be the same call
 */
function hasSameVariables (dump, a, b) {
  const texts = [a, b].map(chain => JSON.stringify(
    chain.map(scope => dump.scope(scope).variables.map(({ name, value }) => [name, value?.type, value?.value]))
  ))
  return texts[0] === texts[1]
}

/**
 * @param {Dump} dump
 * @param {{ scriptId: string, lineNumber: number, columnNumber: number }} place
 * @returns {AnyNode|null|undefined} the innermost function around the place; undefined if the text is not known
 */
function functionAt (dump, place) {
  const program = scriptTree(dump, place.scriptId)
  const offset = program === null ? -1 : offsetOf(dump.script(place.scriptId)?.source ?? '', place)
  return program === null || offset === -1 ? undefined : (pathTo(program, offset).findLast(isFunction) ?? null)
}

/**
 * @param {Scene} scene
 * @returns {OtherCall[]} calls of the same function further out on the stack
 */
function outerCalls ({ dump, frame }) {
  const frames = dump.callFrames
  const others = frames.slice(frames.indexOf(frame) + 1).filter(each => isSameFunction(each, frame))
  return others.slice(0, MAX_CALLS).map(each => callOf(dump, each))
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @returns {OtherCall}
 */
function callOf (dump, frame) {
  return { dump, chain: frame.scopeChain, self: frame.this, of: 'frame' }
}

/**
 * @param {CallFrameRecord} a
 * @param {CallFrameRecord} b
 */
function isSameFunction (a, b) {
  const [left, right] = [a.functionLocation, b.functionLocation]
  return (
    a.functionName === b.functionName &&
    left !== undefined &&
    right !== undefined &&
    left.lineNumber === right.lineNumber &&
    left.columnNumber === right.columnNumber &&
    a.scriptId === b.scriptId
  )
}

/**
 * Other calls of an outer function, whose variables other functions of the dump have closed over.
 * @param {Scene} scene
 * @param {Scope} scope of the outer function, which has the variable
 * @param {string} name of the variable
 * @returns {OtherCall[]}
 */
function closedOver ({ dump, frame, program, source }, scope, name) {
  const start = program === null || scope.startLocation === undefined ? -1 : offsetOf(source, scope.startLocation)
  const outer = program === null || start === -1 ? undefined : pathTo(program, start).findLast(isFunction)
  if (outer === undefined || program === null) return []
  /** @type {Map<string, Scope>} */
  const found = new Map()
  for (const { location, scopes } of dump.derived(closures)) {
    if (location.scriptId !== frame.scriptId) continue
    const around = pathTo(program, offsetOf(source, location))
    if (!around.includes(outer)) continue
    const holder = scopes
      .map(each => dump.scope(each))
      .find(({ variables }) => variableNamed(variables, name) !== undefined)
    // The report has read the scope of the crash once more, with another id.
    if (holder?.scopeId === undefined || holder.name !== scope.name) continue
    if (!hasSameVariables(dump, [holder], [scope])) found.set(holder.scopeId, holder)
    if (found.size >= MAX_CALLS) break
  }
  return [...found.values()].map(each => ({ dump, chain: [each], of: 'closure' }))
}

/**
 * @param {Dump} dump
 * @returns {{ location: import('crash-collector-shared/dump/format').Position, scopes: Scope[] }[]} the functions of
 *   which the dump has what they have closed over
 */
function closures (dump) {
  const found = []
  for (const { functionLocation, scopes = [] } of dump.objects('"functionLocation"')) {
    if (functionLocation !== undefined && scopes.length > 0) found.push({ location: functionLocation, scopes })
  }
  return found
}

/**
 * @param {Scene} scene
 * @param {Dump[]} others
 * @returns {{ calls: OtherCall[], dumps: number }} calls of the same function, of the same text, in other dumps
 */
function callsInDumps ({ dump, frame, source, function: own }, others) {
  /** @type {OtherCall[]} */
  const calls = []
  let dumps = 0
  for (const other of others) {
    const isThere = (/** @type {{ url: string, scriptId: string, functionName: string }} */ each) =>
      sameFile(each.url, frame.url) &&
      each.functionName === frame.functionName &&
      other.script(each.scriptId)?.source === source
    const frames = other.allCallFrames
      .filter(each => isThere(each) && isSameFunction({ ...each, scriptId: frame.scriptId }, frame))
      .map(each => callOf(other, each))
    const tasks = other.asyncTasks
      .filter(each => isThere(each) && functionAt(dump, { ...each, scriptId: frame.scriptId }) === own)
      .map(each => ({ dump: other, chain: each.scopeChain, self: each.this, of: /** @type {const} */ ('task') }))
    if (frames.length + tasks.length > 0) dumps++
    calls.push(...frames, ...tasks)
  }
  return { calls: calls.slice(0, MAX_CALLS), dumps }
}

/**
 * V8 names the file of a suspended function by its path, and that of a frame by its URL.
 * @param {string} a
 * @param {string} b
 */
function sameFile (a, b) {
  return a.replace(/^file:\/\//, '') === b.replace(/^file:\/\//, '')
}

module.exports = { callsInDumps, closedOver, outerCalls, suspendedCalls }

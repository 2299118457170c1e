'use strict'
// Finds where a suspended function and its scopes begin and end. V8 tells these positions only for frames on the stack,
// and without them DevTools shows no values behind the code (`computeValueDecorations` in
// https://github.com/ChromeDevTools/devtools-frontend/blob/010bab05bd/front_end/panels/sources/DebuggerPlugin.ts). V8
// gives the scope with a class's name an empty place at the beginning of the script. By such places the `new.target` of
// an arrow function is found, too.

const { declaredIn } = require('./declarations')
const { scriptTree } = require('./script-trees')
const { child, functionStart, isFunction, pathTo, unlessTooDeep } = require('./syntax')
const { offsetOf, placeAt } = require('./lines')

/** @typedef {import('./syntax').AnyNode} AnyNode */
/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Position} Position */

const BLOCK = /^(?:BlockStatement|For\w*Statement|SwitchStatement|StaticBlock|Class\w+)$/

/** The name under which a dump has `new.target`. No variable of a program can have it. */
const NEW_TARGET = 'new.target'

/** Nodes in which `new.target` is undefined, whatever is around them. */
const OF_CLASS = /^(?:PropertyDefinition|StaticBlock)$/

/** Variables without a declaration. */
const IMPLICIT = new Set(['arguments', 'this', NEW_TARGET])

/**
 * @typedef {object} Places
 * @property {Position} [functionLocation]
 * @property {Scope[]} scopeChain scopes with their places if V8 or the source tells them
 */

/**
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord |
 *   import('crash-collector-shared/dump/format').AsyncTaskRecord} frame
 * @returns {Places}
 */
function placesOf (dump, frame) {
  const { scopeChain } = frame
  const known = 'functionLocation' in frame ? frame.functionLocation : undefined
  const asRead = { scopeChain, ...(known !== undefined && { functionLocation: known }) }
  if (known !== undefined && !scopeChain.some(isPlaceless)) return asRead
  return unlessTooDeep(() => placesInSource(dump, frame, known)) ?? asRead
}

/**
 * @param {Dump} dump
 * @param {Parameters<typeof placesOf>[1]} frame
 * @param {Position | undefined} known the position of the function, if V8 told it
 * @returns {Places | undefined} undefined if the source does not tell
 */
function placesInSource (dump, frame, known) {
  const { scopeChain, scriptId } = frame
  const source = dump.script(scriptId)?.source ?? ''
  const program = scriptTree(dump, scriptId)
  const offset = offsetOf(source, frame)
  if (program === null || offset === -1) return undefined
  const around = pathTo(program, offset).reverse()
  const own = around.find(isFunction)
  const start = own === undefined ? 0 : functionStart(source, own)
  // The source was changed after it was loaded, or the code is generated: the places would be those of other functions.
  if (known !== undefined && start !== offsetOf(source, known)) return undefined
  const positionOf = (/** @type {number} */ offset) => placeAt(source, offset)
  const placed = scopeChain.map(scope => {
    if (!isPlaceless(scope)) return scope
    const index = around.findIndex(node => isOf(scope, node) && declaresAll(node, dump.scope(scope)))
    if (index === -1) return scope
    const [node] = around.splice(0, index + 1).slice(-1)
    return {
      ...scope,
      startLocation: positionOf(isFunction(node) ? functionStart(source, node) : node.start),
      endLocation: positionOf(node.end)
    }
  })
  return { functionLocation: known ?? positionOf(start), scopeChain: placed }
}

/** @param {Scope} scope */
function isPlaceless ({ type, startLocation, endLocation }) {
  const [start, end] = [startLocation, endLocation]
  const isEmpty = start?.lineNumber === end?.lineNumber && start?.columnNumber === end?.columnNumber
  return (
    isEmpty &&
    (type === 'local' || type === 'block' || type === 'catch' || type === 'closure' || type === 'module')
  )
}

/**
 * @param {Scope} scope
 * @param {AnyNode} node
 */
function isOf ({ type }, node) {
  if (type === 'block') return BLOCK.test(node.type)
  if (type === 'catch') return node.type === 'CatchClause'
  if (type === 'module') return node.type === 'Program'
  return isFunction(node) || node.type === 'Program'
}

/**
 * True if a node declares all variables of a scope. V8 has no scope for a function or block that keeps no variable
 * (test/workarounds/scopes-without-variables.js, Node.js 20 to 26), so the variables decide which node a scope belongs
 * to.
 * @param {AnyNode} node
 * @param {Scope} scope
 */
function declaresAll (node, { variables }) {
  // The body of a function has no scope of its own; its declarations belong to the function's scope.
  const nodes = isFunction(node) ? [node, /** @type {AnyNode} */ (node.body)] : [node]
  const implicit = node.type === 'Program' ? MODULE_WRAPPER : IMPLICIT
  if (/^Class/.test(node.type)) {
    const className = child(node, 'id')?.name
    const names = variables.map(({ name, generatedName = name }) => generatedName)
    return names.length > 0 && names.every(each => each === className)
  }
  return variables.every(({ name: shown, generatedName: name = shown }) =>
    implicit.has(name) || nodes.some(each => declaredIn(each, name) !== undefined)
  )
}

/** The parameters of the function that Node.js wraps around a CommonJS module. */
const MODULE_WRAPPER = new Set(['exports', 'require', 'module', '__filename', '__dirname'])

/**
 * An arrow function has the one of the function around it, which stands in a scope that it closes over.
 * @param {Dump} dump
 * @param {{ scopeChain: Scope[], scriptId: string, lineNumber: number, columnNumber: number }} place
 * @returns {import('crash-collector-shared/dump/format').Variable|undefined} undefined if the dump does not have it
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
 * @param {Parameters<typeof newTargetAt>[1]} place in an arrow function
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

module.exports = { placesOf, newTargetAt, MODULE_WRAPPER, NEW_TARGET }

'use strict'
// Finds the call at the place of a frame, and what it passes.

const { child, children, literalKey, parseProgram, walk } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./scene').Scene} Scene */

/**
 * The call that the frame is in. V8 places a call at its callee, and `new` at the keyword.
 * @param {Scene} scene
 * @returns {AnyNode|undefined}
 */
function callAt (scene) {
  return scene.path.findLast(node => {
    if (node.type === 'NewExpression') return node.start === scene.offset
    const callee = node.type === 'CallExpression' ? child(node, 'callee') : null
    return callee !== null && callee.start <= scene.offset && scene.offset <= callee.end
  })
}

/**
 * The name by which a call names its function: `f(…)` and `a.f(…)`.
 * @param {AnyNode} call
 * @returns {string|undefined}
 */
function calleeName (call) {
  const callee = child(call, 'callee')
  if (callee?.type === 'Identifier') return String(callee.name)
  return callee?.type === 'MemberExpression' ? literalKey(callee) : undefined
}

/**
 * True for `object.method(…)` of a global such as JSON that the application does not shadow.
 * @param {Scene} scene
 * @param {AnyNode} call
 * @param {string} object
 * @param {string} method
 */
function isCallOf (scene, call, object, method) {
  const callee = child(call, 'callee')
  const holder = callee?.type === 'MemberExpression' ? child(callee, 'object') : null
  return (
    callee !== null &&
    holder?.type === 'Identifier' &&
    holder.name === object &&
    literalKey(callee) === method &&
    scene.variable(holder) === undefined
  )
}

/**
 * The arguments of a call, if each has its own place.
 * @param {AnyNode} call
 * @returns {AnyNode[]|undefined} undefined where a spread moves the places
 */
function argumentsOf (call) {
  const found = children(call, 'arguments')
  return found.some(({ type }) => type === 'SpreadElement') ? undefined : found
}

/**
 * The call with which the caller called the function of this frame; undefined when something else called it, such as
 * Array.prototype.map.
 * @param {Scene} scene
 * @returns {{ caller: Scene, call: AnyNode, args: AnyNode[] }|undefined}
 */
function callOfCaller (scene) {
  const caller = scene.caller
  const call = caller === null ? undefined : callAt(caller)
  if (caller === null || call === undefined) return undefined
  const args = argumentsOf(call)
  const callee = child(call, 'callee')
  return args !== undefined && callee !== null && isFunctionOf(scene, caller.value(callee))
    ? { caller, call, args }
    : undefined
}

/**
 * True when a value is the function that runs in the frame.
 * @param {Scene} scene
 * @param {import('../../dump/format').Value|undefined} value
 */
function isFunctionOf ({ dump, frame }, value) {
  const location = value?.objectId === undefined ? undefined : dump.object(value.objectId)?.functionLocation
  const own = frame.functionLocation
  return (
    location !== undefined &&
    own !== undefined &&
    location.lineNumber === own.lineNumber &&
    location.columnNumber === own.columnNumber &&
    (location.scriptId === undefined || location.scriptId === frame.scriptId)
  )
}

/**
 * True when the text of a function shows that no call of it gives a value.
 * @param {string} source
 * @returns {{ isAsync: boolean }|undefined}
 */
function returnsNothing (source) {
  const program = parseProgram(`(${source}\n)`) ?? parseProgram(`({ ${source}\n})`)
  const statement = program === null ? undefined : children(program, 'body')[0]
  let node = statement === undefined ? null : child(statement, 'expression')
  if (node?.type === 'ObjectExpression') {
    node = child(/** @type {AnyNode} */ (children(node, 'properties')[0] ?? node), 'value')
  }
  const body = node === null ? null : child(node, 'body')
  if (node === null || body?.type !== 'BlockStatement' || node.generator === true) return undefined
  let returns = false
  walk(
    body,
    each => {
      if (each.type === 'ReturnStatement' && each.argument !== null) returns = true
    },
    { intoFunctions: false }
  )
  return returns ? undefined : { isAsync: node.async === true }
}

module.exports = { callAt, calleeName, isCallOf, argumentsOf, callOfCaller, returnsNothing }

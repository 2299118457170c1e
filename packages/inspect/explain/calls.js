'use strict'
// Finds the call at the place of a frame, and the arguments that it passes.

const { child, children, literalKey, parseProgram, walk } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./scene').Scene} Scene */

/**
 * The call that the frame is in. V8 gives a call the position of its callee, and `new` the position of the keyword
 * (test/workarounds/call-positions.js, Node.js 20 to 26).
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
 * The last name in the callee of a call: `f` in `f(…)` and in `a.f(…)`.
 * @param {AnyNode} call
 * @returns {string|undefined}
 */
function calleeName (call) {
  const callee = child(call, 'callee')
  if (callee?.type === 'Identifier') return String(callee.name)
  return callee?.type === 'MemberExpression' ? literalKey(callee) : undefined
}

/**
 * What a call works on: its arguments, and the object of a method.
 * @param {AnyNode} call
 * @returns {AnyNode[]}
 */
function workedOn (call) {
  const callee = child(call, 'callee')
  const object = callee?.type === 'MemberExpression' ? child(callee, 'object') : null
  return [...children(call, 'arguments'), ...(object === null ? [] : [object])]
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
 * The arguments of a call, if their positions are known.
 * @param {AnyNode} call
 * @returns {AnyNode[]|undefined} undefined if a spread changes the positions
 */
function argumentsOf (call) {
  const found = children(call, 'arguments')
  return found.some(({ type }) => type === 'SpreadElement') ? undefined : found
}

/**
 * The caller's call of this frame's function; undefined if something else called the function, such as
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
 * True if a value is the function that runs in the frame.
 * @param {Scene} scene
 * @param {import('crash-collector-shared/dump/format').Value|undefined} value
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
 * @param {string} source the text of a function, a method or a class
 * @returns {AnyNode|undefined} undefined if it is cut, or is no code
 */
function functionIn (source) {
  const program = parseProgram(`(${source}\n)`) ?? parseProgram(`({ ${source}\n})`)
  const statement = program === null ? undefined : children(program, 'body')[0]
  const node = statement === undefined ? null : child(statement, 'expression')
  if (node?.type !== 'ObjectExpression') return node ?? undefined
  return child(children(node, 'properties')[0] ?? node, 'value') ?? undefined
}

/**
 * Tells if the text of a function shows that no call of it returns a value.
 * @param {string} source
 * @returns {{ isAsync: boolean }|undefined} undefined if a call may return a value
 */
function returnsNothing (source) {
  const node = functionIn(source)
  const body = node === undefined ? null : child(node, 'body')
  if (node === undefined || body?.type !== 'BlockStatement' || node.generator === true) return undefined
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

module.exports = { workedOn, callAt, calleeName, isCallOf, argumentsOf, callOfCaller, functionIn, returnsNothing }

'use strict'
// Finds the call in which a function stands, by the very positions that V8 gives, and what runs if it is called.
//
// V8 gives a call the position of the name before its parenthesis, or else that of the parenthesis: `g(…)`, `o.g(…)`,
// `o?.g(…)` have that of `g`, and `o[k](…)`, `o.delete(…)`, `g?.(…)`, `(0, o.g)(…)` that of `(`
// (test/workarounds/positions-of-calls.js, Node.js 20 to 26). No other node has the same position.

const { declarationOf } = require('../../source/declarations')
const { child, children, isClass, isFunction, privateName } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../../source/declarations').Declaration} Declaration */

/**
 * @param {AnyNode[]} path from the program to the place
 * @param {string} source
 * @param {number} offset where the function stands
 * @returns {AnyNode|undefined} the call of a function, without `new`
 */
function callAtPlace (path, source, offset) {
  return path.findLast(node => node.type === 'CallExpression' && isPlaceOf(node, source, offset))
}

/**
 * @param {AnyNode} call
 * @param {string} source
 * @param {number} offset
 */
function isPlaceOf (call, source, offset) {
  const callee = child(call, 'callee')
  if (callee === null) return false
  const name = callee.type === 'MemberExpression' && callee.computed !== true ? child(callee, 'property') : callee
  if (name?.type === 'Identifier' && name.start === offset) return true
  const end = children(call, 'arguments')[0]?.start ?? call.end
  return callee.end <= offset && offset < end && source[offset] === '('
}

/**
 * @param {AnyNode[]} path from the program to the place
 * @param {number} offset where a function waits
 * @returns {AnyNode|undefined} `g(…)` of the `await g(…)` there
 */
function awaitedCallAt (path, offset) {
  const waits = path.findLast(({ type, start }) => type === 'AwaitExpression' && start === offset)
  let awaited = waits === undefined ? null : child(waits, 'argument')
  if (awaited?.type === 'ChainExpression') awaited = child(awaited, 'expression')
  return awaited?.type === 'CallExpression' ? awaited : undefined
}

/**
 * The function that a call runs, if the text alone tells.
 * @param {AnyNode} callee
 * @param {AnyNode[]} path from the program to the callee
 * @param {(declaration: Declaration) => boolean} isSteady the variable keeps its first value
 * @returns {AnyNode|undefined}
 */
function functionOf (callee, path, isSteady) {
  if (callee.type === 'SequenceExpression') {
    const last = children(callee, 'expressions').at(-1)
    return last === undefined ? undefined : functionOf(last, path, isSteady)
  }
  if (isFunction(callee)) return callee
  if (callee.type === 'MemberExpression') return privateMethod(callee, path)
  const declaration = callee.type === 'Identifier' ? declarationOf(String(callee.name), path) : undefined
  if (declaration === undefined || !isSteady(declaration)) return undefined
  const { kind, id, scope, declarator } = declaration
  if (kind === 'const') {
    const init = declarator?.id === id ? child(declarator, 'init') : null
    return init !== null && isFunction(init) ? init : undefined
  }
  if (kind !== 'function') return undefined
  if (child(scope, 'id') === id) return scope
  const statements = children(/** @type {AnyNode} */ (isFunction(scope) ? scope.body : scope), 'body')
    .map(each => (/^Export/.test(each.type) ? (child(each, 'declaration') ?? each) : each))
    .filter(each => each.type === 'FunctionDeclaration' && child(each, 'id')?.name === id.name)
  return statements.length === 1 ? statements[0] : undefined
}

/**
 * A private method is never replaced, and only an object of its class has it.
 * @param {AnyNode} member
 * @param {AnyNode[]} path
 * @returns {AnyNode|undefined}
 */
function privateMethod (member, path) {
  const name = privateName(child(member, 'property'))
  if (name === null) return undefined
  for (const node of path.filter(isClass).reverse()) {
    const body = child(node, 'body')
    const found = body === null ? [] : children(body, 'body').filter(each => privateName(child(each, 'key')) === name)
    if (found.length === 0) continue
    return found[0].type === 'MethodDefinition' && found[0].kind === 'method'
      ? (child(found[0], 'value') ?? undefined)
      : undefined
  }
  return undefined
}

module.exports = { awaitedCallAt, callAtPlace, functionOf }

'use strict'
// Tells from the text if an async function fails only by itself: `return ask(again)` without `await` ends it, and what
// waits for it then waits for the promise of another function, or of another call of the same one.

const { declarationOf } = require('../../source/declarations')
const { child, children, literalKey, pathTo, walk } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

/**
 * @typedef {object} Code
 * @property {AnyNode} program
 * @property {(callee: AnyNode, path: AnyNode[]) => AnyNode|undefined} calledBy the function that a call runs, with its
 *   whole text
 */

/** Their values are no promises. */
const NO_PROMISE =
  /^(?:(?:Array|ArrowFunction|Await|Binary|Function|Unary|Update)Expression|(?:Template)?Literal)$/
const MAX_DEPTH = 20

/**
 * @param {AnyNode} fn
 * @param {Code} code
 * @param {number} [depth] of functions and constants
 * @returns {boolean} false if it may return a promise
 */
function returnsNoPromise (fn, code, depth = 0) {
  const body = /** @type {AnyNode} */ (fn.body)
  if (body.type !== 'BlockStatement') return isNoPromise(body, code, depth)
  let isSafe = true
  walk(
    body,
    node => {
      const value = node.type === 'ReturnStatement' ? child(node, 'argument') : null
      if (value !== null && !isNoPromise(value, code, depth)) isSafe = false
    },
    { intoFunctions: false }
  )
  return isSafe
}

/**
 * @param {AnyNode} node
 * @param {Code} code
 * @param {number} depth
 * @returns {boolean}
 */
function isNoPromise (node, code, depth) {
  const isSafe = (/** @type {AnyNode|null|undefined} */ each) => !!each && isNoPromise(each, code, depth)
  if (NO_PROMISE.test(node.type)) return true
  switch (node.type) {
    case 'ObjectExpression':
      return children(node, 'properties').every(isNotThen)
    case 'ConditionalExpression':
      return isSafe(child(node, 'consequent')) && isSafe(child(node, 'alternate'))
    case 'LogicalExpression':
      return isSafe(child(node, 'left')) && isSafe(child(node, 'right'))
    case 'SequenceExpression':
      return isSafe(children(node, 'expressions').at(-1))
    case 'Identifier':
      return isNoPromiseBehind(node, code, depth)
    case 'CallExpression': {
      const callee = /** @type {AnyNode} */ (node.callee)
      const fn = depth < MAX_DEPTH
        ? code.calledBy(callee, pathTo(code.program, callee.start, callee.end))
        : undefined
      return fn !== undefined && fn.async !== true && fn.generator !== true && returnsNoPromise(fn, code, depth + 1)
    }
  }
  return false
}

/** @param {AnyNode} property of a literal @returns {boolean} true if it does not make the object one with `then` */
function isNotThen (property) {
  const key = property.type === 'Property' ? literalKey(property) : undefined
  return key !== undefined && key !== 'then' && key !== '__proto__'
}

/**
 * @param {AnyNode} identifier
 * @param {Code} code
 * @param {number} depth
 */
function isNoPromiseBehind (identifier, code, depth) {
  const name = String(identifier.name)
  const declaration = declarationOf(name, pathTo(code.program, identifier.start, identifier.end))
  if (declaration === undefined) return name === 'undefined'
  const init = declaration.kind === 'const' && declaration.declarator?.id === declaration.id
    ? child(declaration.declarator, 'init')
    : null
  return init !== null && depth < MAX_DEPTH && isNoPromise(init, code, depth + 1)
}

module.exports = { returnsNoPromise }

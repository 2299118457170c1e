'use strict'
// Tells from the text if a variable has a value while its function stands at a place.

const { child, children } = require('./syntax')

/** @typedef {import('./syntax').AnyNode} AnyNode */
/** @typedef {import('./declarations').Declaration} Declaration */

/**
 * @param {Declaration} declaration of a scope around the place
 * @param {number} offset where the function of the scope stands
 * @returns {boolean|undefined} undefined if the text does not tell: control may have come to a case of a `switch` from
 *   an earlier one, which declares the variable, or not
 */
function isInitialised (declaration, offset) {
  const { scope, kind, id, index = 0 } = declaration
  const declarator = declaration.classNode ?? declaration.declarator
  if (kind === 'parameter') return isParameterBound(children(scope, 'params'), index, id, offset)
  if (kind === 'catch') return isBound(/** @type {AnyNode} */ (scope.param), id, offset)
  if (declarator === undefined || kind === 'var') return true
  if (/^For(?:In|Of)Statement$/.test(scope.type)) {
    return isIn(child(scope, 'body'), offset) || (isIn(declarator, offset) && isBound(declarator, id, offset))
  }
  if (scope.type === 'SwitchStatement') {
    const cases = children(scope, 'cases')
    const own = cases.findIndex(each => isIn(each, declarator.start))
    const at = cases.findIndex(each => isIn(each, offset))
    // All tests are done before the first statement of a case.
    if (at < own || isIn(child(cases[at], 'test'), offset)) return false
    if (at > own) return cases.slice(own, at).some(each => isLeft(children(each, 'consequent'))) ? false : undefined
  }
  return isDeclared(declarator, id, offset)
}

/**
 * @param {AnyNode|null} node
 * @param {number} offset
 */
function isIn (node, offset) {
  return node !== null && node.start <= offset && offset < node.end
}

/**
 * @param {AnyNode} declarator of a variable, or a class
 * @param {AnyNode} id
 * @param {number} offset
 */
function isDeclared (declarator, id, offset) {
  if (!isIn(declarator, offset)) return declarator.end <= offset
  const init = child(declarator, 'init')
  return declarator.type === 'VariableDeclarator' && (init === null || offset < init.start)
    ? isBound(/** @type {AnyNode} */ (declarator.id), id, offset)
    : false
}

/**
 * Parameters get their values in order if one of them is more than a name.
 * @param {AnyNode[]} parameters
 * @param {number} index
 * @param {AnyNode} id
 * @param {number} offset
 */
function isParameterBound (parameters, index, id, offset) {
  const isUnderWay = parameters[0].start <= offset && offset < parameters[parameters.length - 1].end
  if (!isUnderWay || parameters.every(({ type }) => type === 'Identifier')) return true
  return isBound(parameters[index], id, offset)
}

/**
 * @param {AnyNode} pattern
 * @param {AnyNode} id a name in it
 * @param {number} offset V8 gives the start of an element for what the element calls, as a getter
 * @returns {boolean} true if the name has its value while the pattern is taken apart
 */
function isBound (pattern, id, offset) {
  let node = pattern
  for (;;) {
    if (node === id) return node.end <= offset
    const isDefault = node.type === 'AssignmentPattern'
    if (isDefault && isIn(child(node, 'right'), offset)) return false
    const parts = [child(node, 'left'), child(node, 'value'), child(node, 'argument'), child(node, 'id')]
    const inner = [...parts, ...children(node, 'properties'), ...children(node, 'elements')].find(
      each => each !== null && each.start <= id.start && id.end <= each.end
    )
    if (inner === undefined || inner === null) return false
    // A name with a default, or a property with another name, has its value when all of it has been evaluated.
    if (inner === id && node !== pattern) return node.type === 'ArrayPattern' ? id.end <= offset : node.end <= offset
    node = inner
  }
}

/**
 * @param {AnyNode[]} statements
 * @returns {boolean} true if control never comes to their end
 */
function isLeft (statements) {
  return statements.some(
    each =>
      /^(?:Return|Throw|Break|Continue)Statement$/.test(each.type) ||
      (each.type === 'BlockStatement' && isLeft(children(each, 'body')))
  )
}

module.exports = { isInitialised }

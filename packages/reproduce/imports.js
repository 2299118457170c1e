'use strict'
// Imports of modules, and the variables that hold them.

const path = require('node:path')
const { child, children, literalKey, pathTo } = require('crash-collector-inspect/source/syntax')

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */

/**
 * @param {string} directory
 * @param {string} file
 * @returns {string} as an import in a file of the directory names it
 */
function relativeModule (directory, file) {
  const relative = path.relative(directory, file).split(path.sep).join('/')
  return /^\.\.?\//.test(relative) ? relative : `./${relative}`
}

/**
 * @param {AnyNode} init of a variable
 * @returns {boolean} true for a call of `require`, and for a member of what it returns
 */
function isRequire (init) {
  let node = /** @type {AnyNode|null} */ (init)
  while (node?.type === 'MemberExpression' && literalKey(node) !== undefined) node = child(node, 'object')
  const callee = node?.type === 'CallExpression' ? child(node, 'callee') : null
  return callee?.type === 'Identifier' && callee.name === 'require'
}

/**
 * @param {AnyNode} pattern
 * @returns {AnyNode[]} the identifiers that it declares
 */
function identifiersOfPattern (pattern) {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return identifiersOfPattern(/** @type {AnyNode} */ (pattern.left))
    case 'Property':
      return identifiersOfPattern(/** @type {AnyNode} */ (pattern.value))
    case 'RestElement':
      return identifiersOfPattern(/** @type {AnyNode} */ (pattern.argument))
  }
  return [...children(pattern, 'properties'), ...children(pattern, 'elements')].flatMap(identifiersOfPattern)
}

/**
 * Gives a variable of an import another name.
 * @param {AnyNode} program
 * @param {AnyNode} id that declares it
 * @param {string} name
 * @returns {import('./layout').Edit}
 */
function renamed (program, { start, end, name: old }, name) {
  const parent = pathTo(program, start, end).findLast(({ type }) => type === 'ImportSpecifier' || type === 'Property')
  const isShort = parent?.type === 'Property' ? parent.shorthand : parent && child(parent, 'imported')?.start === start
  const before = isShort ? `${old}${parent?.type === 'Property' ? ':' : ' as'} ` : ''
  return { start, end, text: before + name }
}

module.exports = { identifiersOfPattern, isRequire, relativeModule, renamed }

'use strict'
// Finds out by the text of a module under which name it exports one of its functions or classes.

const { child, children, isFunction, literalKey } = require('crash-collector-inspect/source/syntax')

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */

/**
 * @param {AnyNode} program
 * @returns {boolean} true for a module with `import` or `export`
 */
function isEsModule (program) {
  return children(program, 'body').some(({ type }) => /^(?:Import|Export)\w*Declaration$/.test(type))
}

/**
 * @param {AnyNode} program
 * @param {AnyNode} node a function or class
 * @returns {string|undefined} the name of the export; '' for `module.exports` itself; undefined if there is none
 */
function exportedAs (program, node) {
  const named = nameIn(program, node)
  const isIt = (/** @type {AnyNode|null} */ value) =>
    value === node || (named !== undefined && value?.type === 'Identifier' && value.name === named)
  for (const statement of children(program, 'body')) {
    const found = esmName(statement, node, isIt) ?? commonName(statement, isIt)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * @param {AnyNode} program
 * @param {AnyNode} node
 * @returns {string|undefined} the name of the variable at the top of the module that holds the function or class
 */
function nameIn (program, node) {
  for (const statement of children(program, 'body')) {
    const declared = /^Export/.test(statement.type) ? child(statement, 'declaration') : statement
    if (declared === node) return nameOfId(child(node, 'id'))
    if (declared?.type !== 'VariableDeclaration') continue
    for (const declarator of children(declared, 'declarations')) {
      if (child(declarator, 'init') === node) return nameOfId(child(declarator, 'id'))
    }
  }
  return undefined
}

/** @param {AnyNode|null} id */
function nameOfId (id) {
  return id?.type === 'Identifier' ? String(id.name) : undefined
}

/**
 * @param {AnyNode} statement
 * @param {AnyNode} node
 * @param {(value: AnyNode|null) => boolean} isIt
 * @returns {string|undefined}
 */
function esmName (statement, node, isIt) {
  const isDefault = statement.type === 'ExportDefaultDeclaration'
  if (isDefault) return isIt(child(statement, 'declaration')) ? 'default' : undefined
  if (statement.type !== 'ExportNamedDeclaration') return undefined
  const declared = child(statement, 'declaration')
  if (declared === node) return nameOfId(child(node, 'id'))
  for (const declarator of declared?.type === 'VariableDeclaration' ? children(declared, 'declarations') : []) {
    if (child(declarator, 'init') === node) return nameOfId(child(declarator, 'id'))
  }
  if (child(statement, 'source') !== null) return undefined
  const specifier = children(statement, 'specifiers').find(each => isIt(child(each, 'local')))
  return specifier && nameOfId(child(specifier, 'exported'))
}

/**
 * @param {AnyNode} statement
 * @param {(value: AnyNode|null) => boolean} isIt
 * @returns {string|undefined}
 */
function commonName (statement, isIt) {
  const assignment = statement.type === 'ExpressionStatement' ? child(statement, 'expression') : null
  if (assignment?.type !== 'AssignmentExpression' || assignment.operator !== '=') return undefined
  const left = child(assignment, 'left')
  let right = child(assignment, 'right')
  // module.exports = exports = …
  while (right?.type === 'AssignmentExpression') right = child(right, 'right')
  if (left?.type !== 'MemberExpression') return undefined
  const object = child(left, 'object')
  if (isModuleExports(left)) {
    if (isIt(right)) return ''
    const properties = right?.type === 'ObjectExpression' ? children(right, 'properties') : []
    const property = properties.find(each => each.type === 'Property' && isIt(child(each, 'value')))
    return property && literalKey(property)
  }
  const isExports = (object?.type === 'Identifier' && object.name === 'exports') || isModuleExports(object)
  return isExports && isIt(right) ? literalKey(left) : undefined
}

/** @param {AnyNode|null} node */
function isModuleExports (node) {
  if (node?.type !== 'MemberExpression' || literalKey(node) !== 'exports') return false
  const object = child(node, 'object')
  return object?.type === 'Identifier' && object.name === 'module'
}

/**
 * @param {AnyNode} program
 * @returns {boolean} true if the module does more when it is loaded than to declare and to export: for example, it
 *   calls something
 */
function doesMore (program) {
  return children(program, 'body').some(statement => {
    const expression = statement.type === 'ExpressionStatement' ? child(statement, 'expression') : null
    if (expression !== null) return expression.type !== 'AssignmentExpression' && expression.type !== 'Literal'
    return !/Declaration$/.test(statement.type)
  })
}

/** @param {AnyNode|null} node */
function isFunctionOrClass (node) {
  return node !== null && (isFunction(node) || /^Class(?:Declaration|Expression)$/.test(node.type))
}

module.exports = { doesMore, exportedAs, isEsModule, isFunctionOrClass }

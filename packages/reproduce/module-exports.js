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
  return exportOf(program, node, nameIn(program, node))
}

/**
 * @param {AnyNode} program
 * @param {AnyNode} node a function that a statement of the module gives to a property: `app.listen = function () {}`
 * @returns {{ name: string, member: string, ofPrototype: boolean }|undefined} name: under which the object, or the
 *   function whose prototype it is, is exported; undefined if it is not
 */
function memberExportedAs (program, node) {
  for (const { targets, value } of children(program, 'body').flatMap(assignmentsIn)) {
    if (value !== node) continue
    for (const target of targets) {
      const member = target.type === 'MemberExpression' ? literalKey(target) : undefined
      const holder = child(target, 'object')
      const ofPrototype = holder?.type === 'MemberExpression' && literalKey(holder) === 'prototype'
      const named = nameOfId(ofPrototype ? child(holder, 'object') : holder)
      const name = member === undefined || named === undefined ? undefined : exportOf(program, null, named)
      if (member !== undefined && name !== undefined) return { name, member, ofPrototype }
    }
  }
  return undefined
}

/**
 * @param {AnyNode} program
 * @param {AnyNode|null} node
 * @param {string|undefined} named the variable at the top of the module that holds it
 * @returns {string|undefined}
 */
function exportOf (program, node, named) {
  const isIt = (/** @type {AnyNode|null} */ value) =>
    value !== null && (value === node || (named !== undefined && nameOfId(value) === named))
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
    for (const { targets, value } of declared === null ? [] : assignmentsIn(declared)) {
      const names = value === node ? targets.map(nameOfId) : []
      const name = names.find(each => each !== undefined && each !== 'exports')
      if (name !== undefined) return name
    }
  }
  return undefined
}

/**
 * @param {AnyNode} statement
 * @returns {{ targets: AnyNode[], value: AnyNode|null }[]} what it assigns: `var app = module.exports = {}` gives one
 *   value to two targets
 */
function assignmentsIn (statement) {
  const expression = statement.type === 'ExpressionStatement' ? child(statement, 'expression') : null
  const pairs =
    statement.type === 'VariableDeclaration'
      ? children(statement, 'declarations').map(each => ({ target: child(each, 'id'), value: child(each, 'init') }))
      : [{ target: null, value: expression }]
  return pairs.map(({ target, value }) => {
    const targets = target === null ? [] : [target]
    while (value?.type === 'AssignmentExpression' && value.operator === '=') {
      targets.push(/** @type {AnyNode} */ (value.left))
      value = child(value, 'right')
    }
    return { targets, value }
  })
}

/** @param {AnyNode|null} id */
function nameOfId (id) {
  return id?.type === 'Identifier' ? String(id.name) : undefined
}

/**
 * @param {AnyNode} statement
 * @param {AnyNode|null} node
 * @param {(value: AnyNode|null) => boolean} isIt
 * @returns {string|undefined}
 */
function esmName (statement, node, isIt) {
  const isDefault = statement.type === 'ExportDefaultDeclaration'
  if (isDefault) return isIt(child(statement, 'declaration')) ? 'default' : undefined
  if (statement.type !== 'ExportNamedDeclaration') return undefined
  const declared = child(statement, 'declaration')
  if (declared !== null) {
    const ids = declared.type === 'VariableDeclaration' ? children(declared, 'declarations') : [declared]
    const found = ids.find(each => isIt(each) || isIt(child(each, 'id')) || isIt(child(each, 'init')))
    return found && nameOfId(child(found, 'id'))
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
  for (const { targets, value } of assignmentsIn(statement)) {
    const isWhole = isIt(value) || targets.some(isIt)
    const properties = value?.type === 'ObjectExpression' ? children(value, 'properties') : []
    for (const target of targets) {
      if (isModuleExports(target)) {
        if (isWhole) return ''
        const property = properties.find(each => each.type === 'Property' && isIt(child(each, 'value')))
        if (property !== undefined) return literalKey(property)
      }
      const object = target.type === 'MemberExpression' ? child(target, 'object') : null
      if (isWhole && (nameOfId(object) === 'exports' || isModuleExports(object))) return literalKey(target)
    }
  }
  return undefined
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

module.exports = { doesMore, exportedAs, isEsModule, isFunctionOrClass, memberExportedAs }

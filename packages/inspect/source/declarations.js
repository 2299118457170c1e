'use strict'
// Finds the declaration that a name refers to at a place of the source, the names that a scope declares, and the
// assignments to a variable.

const { child, children, childNodes, isFunction, walk } = require('./syntax')

/** @typedef {import('./syntax').AnyNode} AnyNode */

/**
 * @typedef {object} Declaration
 * @property {AnyNode} scope the node that declares it
 * @property {'const'|'let'|'var'|'parameter'|'function'|'class'|'import'|'catch'} kind
 * @property {AnyNode} id the identifier in the declaration
 * @property {AnyNode} [declarator] of const, let and var
 * @property {AnyNode} [classNode] of a class
 * @property {number} [index] position of a parameter
 */

/**
 * @param {string} name
 * @param {AnyNode[]} path from the program to the place of the name
 * @returns {Declaration|undefined} undefined for a global
 */
function declarationOf (name, path) {
  for (let i = path.length - 1; i >= 0; i--) {
    const found = declaredIn(path[i], name)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * @param {AnyNode} scope
 * @param {string} name
 * @returns {Declaration|undefined}
 */
function declaredIn (scope, name) {
  if (isFunction(scope)) {
    const index = children(scope, 'params').findIndex(parameter => idIn(parameter, name) !== undefined)
    if (index !== -1) {
      return {
        scope,
        kind: 'parameter',
        id: /** @type {AnyNode} */ (idIn(children(scope, 'params')[index], name)),
        index
      }
    }
    const body = child(scope, 'body')
    return body === null ? undefined : (varIn(body, scope, name) ?? ownName(scope, name))
  }
  if (scope.type === 'CatchClause') {
    const id = scope.param ? idIn(/** @type {AnyNode} */ (scope.param), name) : undefined
    return id && { scope, kind: 'catch', id }
  }
  if (scope.type === 'ClassExpression') {
    const id = child(scope, 'id')
    return id?.name === name ? { scope, kind: 'class', id, classNode: scope } : undefined
  }
  if (scope.type === 'Program') return lexicalIn(children(scope, 'body'), scope, name) ?? varIn(scope, scope, name)
  if (scope.type === 'BlockStatement' || scope.type === 'StaticBlock') {
    return lexicalIn(children(scope, 'body'), scope, name)
  }
  if (scope.type === 'SwitchStatement') {
    return lexicalIn(children(scope, 'cases').flatMap(each => children(each, 'consequent')), scope, name)
  }
  if (/^For/.test(scope.type)) {
    return lexicalIn(
      [child(scope, 'init'), child(scope, 'left')].filter(each => each !== null),
      scope,
      name
    )
  }
  return undefined
}

/**
 * @param {AnyNode[]} statements
 * @param {AnyNode} scope
 * @param {string} name
 * @returns {Declaration|undefined}
 */
function lexicalIn (statements, scope, name) {
  for (const statement of statements) {
    const node = /^Export/.test(statement.type) ? (child(statement, 'declaration') ?? statement) : statement
    if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      const found = declaratorIn(node, scope, name)
      if (found !== undefined) return found
    }
    const id = child(node, 'id')
    if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && id?.name === name) {
      return node.type === 'ClassDeclaration'
        ? { scope, kind: 'class', id, classNode: node }
        : { scope, kind: 'function', id }
    }
    if (node.type === 'ImportDeclaration') {
      const local = children(node, 'specifiers')
        .map(each => child(each, 'local'))
        .find(each => each?.name === name)
      if (local) return { scope, kind: 'import', id: local }
    }
  }
  return undefined
}

/**
 * A `var` belongs to its function, however deep in blocks it stands.
 * @param {AnyNode} node
 * @param {AnyNode} scope
 * @param {string} name
 * @returns {Declaration|undefined}
 */
function varIn (node, scope, name) {
  if (node.type === 'VariableDeclaration' && node.kind === 'var') {
    const found = declaratorIn(node, scope, name)
    if (found !== undefined) return found
  }
  for (const each of childNodes(node)) {
    const found = isFunction(each) ? undefined : varIn(each, scope, name)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * @param {AnyNode} declaration
 * @param {AnyNode} scope
 * @param {string} name
 * @returns {Declaration|undefined}
 */
function declaratorIn (declaration, scope, name) {
  for (const declarator of children(declaration, 'declarations')) {
    const id = idIn(/** @type {AnyNode} */ (declarator.id), name)
    if (id !== undefined) return { scope, kind: /** @type {'const'|'let'|'var'} */ (declaration.kind), id, declarator }
  }
  return undefined
}

/**
 * @param {AnyNode} scope if it is a function expression, its own name is visible in it
 * @param {string} name
 * @returns {Declaration|undefined}
 */
function ownName (scope, name) {
  const id = child(scope, 'id')
  return scope.type === 'FunctionExpression' && id?.name === name ? { scope, kind: 'function', id } : undefined
}

/**
 * @param {AnyNode} pattern
 * @param {string} name
 * @returns {AnyNode|undefined}
 */
function idIn (pattern, name) {
  if (pattern.type === 'Identifier') return pattern.name === name ? pattern : undefined
  if (pattern.type === 'AssignmentPattern') return idIn(/** @type {AnyNode} */ (pattern.left), name)
  if (pattern.type === 'Property') return idIn(/** @type {AnyNode} */ (pattern.value), name)
  if (pattern.type === 'RestElement') return idIn(/** @type {AnyNode} */ (pattern.argument), name)
  for (const each of [...children(pattern, 'properties'), ...children(pattern, 'elements')]) {
    const found = idIn(each, name)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The nodes that assign to the variable besides its declaration. Assignments to another variable of the same name
 * count, too; this can only make the diagnosis say less, never wrong things.
 * @param {Declaration} declaration
 * @returns {AnyNode[]}
 */
function assignmentsOf (declaration) {
  /** @type {AnyNode[]} */
  const found = []
  walk(
    declaration.scope,
    node => {
      if (node.type === 'AssignmentExpression' || /^For(?:In|Of)Statement$/.test(node.type)) {
        const left = child(node, 'left')
        if (
          left !== null &&
          left.type !== 'VariableDeclaration' &&
          idIn(left, String(declaration.id.name)) !== undefined
        ) {
          found.push(node)
        }
      }
      if (node.type === 'UpdateExpression' && child(node, 'argument')?.name === declaration.id.name) found.push(node)
    },
    { intoFunctions: true }
  )
  return found
}

/** @param {Declaration} declaration */
function isAssignedOnce (declaration) {
  return declaration.kind === 'const' || assignmentsOf(declaration).length === 0
}

/**
 * True if a variable still has the value that it had earlier in the same run of its scope: it is never reassigned, or
 * only by the update of the loop that declares it.
 * @param {Declaration} declaration
 */
function isSteady (declaration) {
  if (declaration.kind === 'const') return true
  const update = declaration.scope.type === 'ForStatement' ? child(declaration.scope, 'update') : null
  return assignmentsOf(declaration).every(
    node => update !== null && update.start <= node.start && node.end <= update.end
  )
}

/**
 * Adds the names that a scope declares for the code in it.
 * @param {AnyNode} scope
 * @param {Set<string>} names
 */
function declaredNames (scope, names) {
  if (isFunction(scope)) {
    for (const parameter of /** @type {AnyNode[]} */ (scope.params)) patternNames(parameter, names)
    const id = /** @type {AnyNode|null|undefined} */ (scope.id)
    if (scope.type === 'FunctionExpression' && typeof id?.name === 'string') names.add(id.name)
    varNames(/** @type {AnyNode} */ (scope.body), names)
  }
  const classId = scope.type === 'ClassExpression' ? child(scope, 'id') : null
  if (classId !== null) names.add(String(classId.name))
  if (scope.type === 'Program') varNames(scope, names)
  if (scope.type === 'CatchClause' && scope.param) patternNames(/** @type {AnyNode} */ (scope.param), names)
  const body =
    scope.type === 'SwitchStatement'
      ? /** @type {AnyNode[]} */ (scope.cases).flatMap(each => /** @type {AnyNode[]} */ (each.consequent))
      : Array.isArray(scope.body)
        ? scope.body
        : [scope.init, scope.left]
  for (const statement of body) if (statement) lexicalNames(statement.declaration ?? statement, names)
}

/**
 * @param {AnyNode} statement
 * @param {Set<string>} names
 */
function lexicalNames (statement, names) {
  const id = /** @type {AnyNode|null|undefined} */ (statement.id)
  if (statement.type === 'VariableDeclaration') {
    for (const { id } of /** @type {{ id: AnyNode }[]} */ (statement.declarations)) patternNames(id, names)
  }
  if (/^(?:Function|Class)Declaration$/.test(statement.type) && id) patternNames(id, names)
  if (statement.type === 'ImportDeclaration') {
    for (const { local } of /** @type {{ local: AnyNode }[]} */ (statement.specifiers)) patternNames(local, names)
  }
}

/**
 * A `var` belongs to its function, however deep in blocks it stands.
 * @param {AnyNode} node
 * @param {Set<string>} names
 */
function varNames (node, names) {
  if (node.type === 'VariableDeclaration' && node.kind === 'var') lexicalNames(node, names)
  for (const child of childNodes(node)) if (!isFunction(child)) varNames(child, names)
}

/**
 * @param {AnyNode} pattern
 * @param {Set<string>} names
 */
function patternNames (pattern, names) {
  if (pattern.type === 'Identifier') names.add(String(pattern.name))
  else if (pattern.type === 'AssignmentPattern') patternNames(/** @type {AnyNode} */ (pattern.left), names)
  else if (pattern.type === 'Property') patternNames(/** @type {AnyNode} */ (pattern.value), names)
  else childNodes(pattern).forEach(child => patternNames(child, names))
}

/**
 * @param {AnyNode[]} path from the program to an identifier
 * @returns {boolean} true if the identifier is a variable, and no name of a property or label. The short `{ a }` counts
 *   as a property, because its name can't be replaced
 */
function isReference (path) {
  const id = path[path.length - 1]
  const parent = path[path.length - 2]
  if (id?.type !== 'Identifier' || parent === undefined) return false
  if (parent.type === 'MemberExpression') return parent.object === id || parent.computed === true
  if (/^(?:Property|PropertyDefinition|MethodDefinition)$/.test(parent.type)) {
    return parent.shorthand !== true && (parent.value === id || parent.computed === true)
  }
  return !/^(?:LabeledStatement|BreakStatement|ContinueStatement|MetaProperty|\w*Specifier)$/.test(parent.type)
}

/**
 * @param {AnyNode[]} path from the program to a function, or to something else
 * @returns {AnyNode[]} with the body of the function, which declares its `const` and `let`
 */
function withBody (path) {
  const last = path[path.length - 1]
  const body = isFunction(last) ? child(last, 'body') : null
  return body === null ? path : [...path, body]
}

/**
 * The identifier that declares a variable of a scope. V8 has one scope for a function and its body, or two.
 * @param {AnyNode[]} path
 * @param {number} index of the node of the scope
 * @param {string} name
 * @returns {AnyNode|undefined}
 */
function declaredAt (path, index, name) {
  const node = path[index]
  const parent = path[index - 1]
  const nodes = withBody([node])
  if (parent !== undefined && isFunction(parent) && parent.body === node) nodes.push(parent)
  for (const each of nodes) {
    const found = declaredIn(each, name)
    if (found !== undefined) return found.id
  }
  const id = child(node, 'id')
  return /^Class/.test(node.type) && id?.name === name ? id : undefined
}

/**
 * The identifier from which a function or class has its name.
 * @param {AnyNode[]} path
 * @param {number} index of the function or class
 * @returns {AnyNode|undefined}
 */
function namingIdentifier (path, index) {
  const node = path[index]
  const parent = path[index - 1]
  const id = child(node, 'id')
  if (id !== null || parent === undefined) return id ?? undefined
  if (parent.type === 'VariableDeclarator') return child(parent, 'id') ?? undefined
  if (parent.type === 'AssignmentExpression' || parent.type === 'AssignmentPattern') {
    const left = child(parent, 'left')
    const name = left?.type === 'MemberExpression' && left.computed !== true ? child(left, 'property') : left
    return name ?? undefined
  }
  return /^(?:Property|PropertyDefinition|MethodDefinition)$/.test(parent.type) && parent.computed !== true
    ? (child(parent, 'key') ?? undefined)
    : undefined
}

module.exports = {
  declarationOf,
  declaredAt,
  declaredIn,
  declaredNames,
  isAssignedOnce,
  isReference,
  isSteady,
  namingIdentifier,
  patternNames,
  withBody
}

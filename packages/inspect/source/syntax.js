'use strict'
// Parses source text, and finds nodes of its syntax tree.

const acorn = require('acorn')

/** @typedef {import('acorn').Node & Record<string, unknown>} AnyNode */

/** The longest text that is parsed. Parsing a longer one would take longer than users wait. */
const MAX_SOURCE_LENGTH = 4 * 1024 * 1024

/** A statement that only a module has. Code with such a line is parsed as a module first, other code as a script. */
const MODULE_STATEMENT = /^[ \t]*(?:import|export)\b/m

/**
 * Parses the text of a script, or of a part of one. scriptTree() does it once for each script of a dump.
 * @param {string} source
 * @returns {AnyNode|null} null if the text is empty or can't be parsed
 */
function parseProgram (source) {
  if (source === '' || source.length > MAX_SOURCE_LENGTH) return null
  /** @type {('module'|'script')[]} */
  const sourceTypes = MODULE_STATEMENT.test(source) ? ['module', 'script'] : ['script', 'module']
  for (const sourceType of sourceTypes) {
    try {
      return /** @type {AnyNode} */ (
        /** @type {unknown} */ (
          acorn.parse(source, {
            ecmaVersion: 'latest',
            sourceType,
            allowReturnOutsideFunction: true,
            allowHashBang: true,
            allowAwaitOutsideFunction: true
          })
        )
      )
    } catch {} // the text may be of the other type
  }
  return null
}

/**
 * @param {AnyNode} node
 * @returns {AnyNode[]}
 */
function childNodes (node) {
  /** @type {AnyNode[]} */
  const found = []
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) found.push(each)
    } else if (isNode(value)) found.push(value)
  }
  return found
}

/** @param {unknown} value @returns {value is AnyNode} */
function isNode (value) {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * The nodes around a range of the source, outermost first.
 * @param {AnyNode} program
 * @param {number} start
 * @param {number} [end]
 * @returns {AnyNode[]}
 */
function pathTo (program, start, end = start) {
  const path = [program]
  for (;;) {
    const node = path[path.length - 1]
    const inner = (Array.isArray(node.body) ? statementAt(node.body, start) : childNodes(node)).find(
      child => child.start <= start && end <= child.end && (start < child.end || end > start)
    )
    if (inner === undefined) return path
    path.push(inner)
  }
}

/**
 * @param {AnyNode[]} body of a program, a block or a class: a bundle has thousands of statements
 * @param {number} place
 * @returns {AnyNode[]} the first one that ends behind the place, if there is one
 */
function statementAt (body, place) {
  let [low, high] = [0, body.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (body[middle].end > place) high = middle
    else low = middle + 1
  }
  return body.slice(low, low + 1)
}

/**
 * A child of a node by its field.
 * @param {AnyNode} node
 * @param {string} field
 * @returns {AnyNode|null}
 */
function child (node, field) {
  const value = node[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? /** @type {AnyNode} */ (value) : null
}

/**
 * @param {AnyNode} node
 * @param {string} field
 * @returns {AnyNode[]} the children without holes
 */
function children (node, field) {
  const value = node[field]
  return Array.isArray(value) ? value.filter(each => each !== null) : []
}

/**
 * True if a word only looks like a variable and is the name of a property. A shorthand property has its value besides.
 * @param {AnyNode} parent
 * @param {AnyNode} child
 */
function isPropertyName (parent, child) {
  if (parent.type === 'MemberExpression') return parent.property === child && parent.computed !== true
  if (parent.type === 'Property' || parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition') {
    return parent.key === child && parent.computed !== true
  }
  return false
}

/** @param {AnyNode} node */
function isFunction (node) {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  )
}

/** @param {AnyNode} node */
function isClass (node) {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
}

/**
 * The position that V8 gives for a function: the start of its parameters; for an arrow function, its own start.
 * @param {string} source
 * @param {AnyNode} node
 * @returns {number} -1 if the position is not found
 */
function functionStart (source, node) {
  if (node.type === 'ArrowFunctionExpression' || source[node.start] === '(') return node.start
  const id = child(node, 'id')
  let position = id === null ? node.start + 'function'.length : id.end
  for (;;) {
    position = source.indexOf('(', position)
    if (position === -1) return -1
    // A parenthesis in a comment between the name and the parameters does not count.
    const before = source.slice(id === null ? node.start : id.end, position)
    if (before.lastIndexOf('/*') <= before.lastIndexOf('*/')) return position
    position++
  }
}

/**
 * The name of a member that is not computed from variables: `a.b`, `a['b']`, `a[0]`.
 * @param {AnyNode} member
 * @returns {string|undefined}
 */
function literalKey (member) {
  const property = child(member, 'property') ?? child(member, 'key')
  if (property === null) return undefined
  if (member.computed !== true && property.type === 'Identifier') return String(property.name)
  return property.type === 'Literal' && (typeof property.value === 'string' || typeof property.value === 'number')
    ? String(property.value)
    : undefined
}

/**
 * @param {AnyNode|null} node
 * @returns {string|null} with `#`; null if it is no name of a private member
 */
function privateName (node) {
  return node?.type === 'PrivateIdentifier' ? `#${node.name}` : null
}

/**
 * @param {AnyNode} member of a class, or an access to one
 * @returns {string|undefined} its name as literalKey() gives it, or the private one
 */
function memberKey (member) {
  return privateName(child(member, 'property') ?? child(member, 'key')) ?? literalKey(member)
}

/**
 * Calls back for each node of a subtree. Functions inside are entered only if `intoFunctions` is set.
 * @param {AnyNode} node
 * @param {(node: AnyNode) => void} visit
 * @param {{ intoFunctions: boolean }} options
 */
function walk (node, visit, options) {
  visit(node)
  for (const each of childNodes(node)) if (options.intoFunctions || !isFunction(each)) walk(each, visit, options)
}

/**
 * @template T
 * @param {() => T} read
 * @returns {T|undefined} undefined if code is nested deeper than the stack
 */
function unlessTooDeep (read) {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

/** @type {WeakMap<AnyNode, Map<string, AnyNode[]>>} */
const identifiers = new WeakMap()

/**
 * @param {AnyNode} scope
 * @returns {Map<string, AnyNode[]>} the identifiers in it by name
 */
function identifiersIn (scope) {
  const known = identifiers.get(scope)
  if (known !== undefined) return known
  /** @type {Map<string, AnyNode[]>} */
  const found = new Map()
  walk(
    scope,
    node => {
      if (node.type !== 'Identifier') return
      const name = String(node.name)
      const others = found.get(name)
      if (others === undefined) found.set(name, [node])
      else others.push(node)
    },
    { intoFunctions: true }
  )
  identifiers.set(scope, found)
  return found
}

module.exports = {
  MAX_SOURCE_LENGTH,
  parseProgram,
  pathTo,
  statementAt,
  child,
  children,
  functionStart,
  identifiersIn,
  isClass,
  isFunction,
  isPropertyName,
  literalKey,
  memberKey,
  privateName,
  unlessTooDeep,
  walk,
  childNodes
}

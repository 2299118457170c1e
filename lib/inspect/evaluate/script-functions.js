'use strict'
// What a script's text says about the functions in it: their whole source, and the names that they may close over.
// Needed where a dump has the function but not its closures: a name that is declared around it and was not captured
// must be NotCaptured, not a ReferenceError.

const { childNodes, functionStart, isFunction, parseScript } = require('../explain/syntax')
const { MODULE_WRAPPER } = require('../source/scope-places')
const { lineStarts } = require('../source/lines')

/** @typedef {import('./code-text').AnyNode} AnyNode */

/**
 * @typedef {object} ScriptFunction
 * @property {string} source
 * @property {{ functionName: string, names: string[] }[]} enclosing functions around it, innermost first, with what
 *   they declare where it can be seen; the last one is the script itself
 */

class ScriptFunctions {
  #source

  /**
   * By the position of V8's start of a function.
   * @type {Map<number, { node: AnyNode, text: AnyNode, parents: AnyNode[] }>}
   */
  #byStart = new Map()

  /** @type {number[]} */ #lineStarts

  /** @param {string} source */
  constructor (source) {
    this.#source = source
    this.#lineStarts = [...lineStarts(source)]
    const program = parseScript(source)
    try {
      if (program !== null) this.#collect(program, [], null)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error // as in at(); what was met before that is known
    }
  }

  /**
   * @param {{ lineNumber: number, columnNumber: number }} location
   * @returns {ScriptFunction|undefined}
   */
  at ({ lineNumber, columnNumber }) {
    const found = this.#byStart.get(this.#lineStarts[lineNumber] + columnNumber)
    try {
      return found === undefined ? undefined : this.#functionOf(found)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return undefined // code that is nested deeper than the stack
    }
  }

  /**
   * @param {{ text: AnyNode, parents: AnyNode[] }} found
   * @returns {ScriptFunction}
   */
  #functionOf ({ text, parents }) {
    /** @type {ScriptFunction['enclosing']} */
    const enclosing = []
    /** @type {Set<string>} */
    let names = new Set()
    for (const parent of [...parents].reverse()) {
      declaredNames(parent, names)
      if (!isFunction(parent) && parent.type !== 'Program') continue
      const id = /** @type {AnyNode|null|undefined} */ (parent.id)
      enclosing.push({ functionName: typeof id?.name === 'string' ? id.name : '', names: [...names] })
      names = new Set()
    }
    enclosing[enclosing.length - 1]?.names.push(...MODULE_WRAPPER)
    return { source: this.#source.slice(text.start, text.end), enclosing }
  }

  /**
   * @param {AnyNode} node
   * @param {AnyNode[]} parents
   * @param {AnyNode|null} holder of a method: its text begins at the name
   */
  #collect (node, parents, holder) {
    if (isFunction(node)) this.#byStart.set(functionStart(this.#source, node), { node, text: holder ?? node, parents })
    const isScope =
      isFunction(node) ||
      /^(?:Program|BlockStatement|For\w*Statement|SwitchStatement|CatchClause|StaticBlock)$/.test(node.type)
    const inner = isScope ? [...parents, node] : parents
    const isMethod =
      node.type === 'MethodDefinition' || (node.type === 'Property' && (node.method === true || node.kind !== 'init'))
    for (const child of childNodes(node)) {
      this.#collect(child, inner, isMethod && child === node.value ? methodText(node) : null)
    }
  }
}

/**
 * Function.prototype.toString leaves `static` out.
 * @param {AnyNode} node
 * @returns {AnyNode}
 */
function methodText (node) {
  return node.static === true ? { ...node, start: node.start + 'static '.length } : node
}

/**
 * Names that a scope declares for what is in it.
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
 * `var` belongs to the function, however deep in blocks it stands.
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

module.exports = { ScriptFunctions, declaredNames }

'use strict'
// Rewrites JavaScript text of a dump or of a user so that it can stand inside the generated evaluation script. The text
// is parsed with acorn, which is the reason for that dependency: text of a dump may try to break out of the place where
// it is pasted, and #private names and import() must be found exactly.

const acorn = require('acorn')

const { childNodes, isClass, isFunction } = require('../../source/syntax')
const { declarationEdits } = require('./declaration-edits')
const { closing, typedEdits } = require('./typed-edits')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./typed-edits').Edit} Edit */

/**
 * The names by which the generated script reaches its helpers. Nobody can guess them.
 * @typedef {object} Helpers
 * @property {string} privates object: `#name` -> the symbol that stands for it
 * @property {string} hasPrivate function (object, symbol)
 * @property {string} importModule function that stands for import()
 * @property {string} [realm] object that has `lengthOf`, `lengthOfMember`, `noArguments`, `newTarget`, `declare`,
 *   `holder` and `keyOf`; used only in text that a user types, not in functions of the dump
 */

/** @typedef {{ body: string, isAsync: boolean, usesArguments: boolean, privateNames: string[] }} ExpressionCode */
/** @typedef {{ expression: string, isMethod: boolean, isStrict: boolean, privateNames: string[] }} FunctionCode */

/** @type {import('acorn').Options} */
const OPTIONS = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  checkPrivateFields: false
}

/** Reads `new.target` outside of functions, too: typed text stands in the function of a frame. */
const Parser = acorn.Parser.extend(
  Base =>
    class extends Base {
      get allowNewDotTarget () {
        return true
      }
    }
)

/**
 * Rewrites the source of a function as an expression that makes the function again. Computed names are dropped, because
 * they would run code.
 * @param {string} source the result of Function.prototype.toString
 * @param {Helpers} helpers
 * @returns {FunctionCode|string} a string says why the function can't be made
 */
function functionCode (source, helpers) {
  if (/^\s*class\b/.test(source)) return 'classes are not run again'
  if (source.includes('[native code]')) return 'it is not JavaScript'
  try {
    const plain = parseOnly(`(${source}\n)`, 1)
    if (plain !== null && /^(?:Arrow)?FunctionExpression$/.test(plain.type)) {
      if (readsNewTarget(plain)) return 'it reads new.target of the function around it'
      const { text, privateNames } = rewrite(source, plain, -1, helpers)
      return { expression: `(${text}\n)`, isMethod: false, isStrict: hasDirective(plain), privateNames }
    }
  } catch {} // perhaps a method
  try {
    return methodCode(source, helpers)
  } catch (error) {
    return `its source was not understood: ${error instanceof Error ? error.message : error}`
  }
}

/**
 * @param {string} source `name () {}`, `get name () {}`, `async * [name] () {}`
 * @param {Helpers} helpers
 * @returns {FunctionCode|string}
 */
function methodCode (source, helpers) {
  // The method is parsed in a class body, because only there names can be #private. With `static`, `constructor` is an
  // ordinary name.
  const prefix = 'class A { static '
  const text = `${prefix}${source}\n}`
  const program = acorn.parse(text, OPTIONS)
  const [declaration, ...others] = /** @type {AnyNode[]} */ (/** @type {unknown} */ (program.body))
  const body = declaration.type === 'ClassDeclaration' ? /** @type {AnyNode} */ (declaration.body).body : undefined
  if (
    others.length > 0 ||
    !Array.isArray(body) ||
    body.length !== 1 ||
    body[0].type !== 'MethodDefinition' ||
    body[0].start !== prefix.indexOf('static')
  ) {
    return 'its source is not that of a function'
  }
  const { kind, value } = body[0]
  const { text: code, privateNames } = rewrite(source, value, -prefix.length, helpers, value.start - prefix.length)
  const marks = `${value.async ? 'async ' : ''}${value.generator ? '*' : ''}`
  return {
    expression: kind === 'get' || kind === 'set' ? `{ ${kind} m ${code}\n}` : `{ ${marks}m ${code}\n}`,
    isMethod: true,
    isStrict: true,
    privateNames
  }
}

/**
 * Rewrites typed text, an expression or statements, as a function body that returns its value.
 * @param {string} text
 * @param {Helpers} helpers
 * @param {{ hasArguments?: boolean, originalKeys?: Set<string>, place?: string|null }} [options] hasArguments: the dump
 *   has the `arguments` of the frame; originalKeys: names of properties that have other names in the code that ran;
 *   place: name of the place whose `new.target` is meant, null for none
 * @returns {ExpressionCode}
 * @throws {SyntaxError}
 */
function expressionCode (text, helpers, { hasArguments = true, originalKeys = new Set(), place = null } = {}) {
  const typed = (/** @type {AnyNode} */ root, /** @type {number} */ shift) =>
    typedEdits(text, root, shift, String(helpers.realm), { hasArguments, originalKeys, place })
  // Where `await` is an ordinary name, `await (x)` would be a call, which no user means.
  const allowAwait = /\bawait\b/.test(text)
  // The text is read as an expression first, so that `{ a: 1 }` is an object, as in a console.
  const expression = tryParse(() => parseOnly(`(${text}\n)`, 1, allowAwait))
  if (expression !== null && !isDeclaration(text, expression)) {
    const { edits, usesArguments } = typed(expression, -1)
    const { text: code, privateNames } = rewrite(text, expression, -1, helpers, 0, edits)
    return { body: `return (${code}\n)`, isAsync: awaits(expression), usesArguments, privateNames }
  }
  const program = Parser.parse(text, { ...OPTIONS, allowAwaitOutsideFunction: allowAwait })
  const statements = /** @type {AnyNode[]} */ (/** @type {unknown} */ (program.body))
  const last = statements[statements.length - 1]
  const root = /** @type {AnyNode} */ (/** @type {unknown} */ (program))
  const { edits, usesArguments } = typed(root, 0)
  const { text: code, privateNames } = rewrite(text, root, 0, helpers, 0, [
    ...declarationEdits(statements, String(helpers.realm)),
    ...(last?.type === 'ExpressionStatement' ? [{ start: last.start, end: last.start, text: 'return ' }] : []),
    ...edits
  ])
  return { body: code, isAsync: awaits(root), usesArguments, privateNames }
}

/**
 * True if the expression is a declaration, too: users mean a name that stays.
 * @param {string} text
 * @param {AnyNode} expression
 */
function isDeclaration (text, { type, id }) {
  return /^(?:Function|Class)Expression$/.test(type) && Boolean(id) && /^\s*(?:async\b|function\b|class\b)/.test(text)
}

/**
 * @template T
 * @param {() => T} parse
 * @returns {T|null}
 */
function tryParse (parse) {
  try {
    return parse()
  } catch {
    return null // the next attempt to parse the text reports the error
  }
}

/**
 * The only expression in a text, or null when there is more in it.
 * @param {string} text
 * @param {number} start
 * @param {boolean} [allowAwait]
 * @returns {AnyNode|null}
 */
function parseOnly (text, start, allowAwait = false) {
  const program = Parser.parse(text, { ...OPTIONS, allowAwaitOutsideFunction: allowAwait })
  const [statement, ...others] = /** @type {AnyNode[]} */ (/** @type {unknown} */ (program.body))
  if (others.length > 0 || statement?.type !== 'ExpressionStatement') return null
  const expression = /** @type {AnyNode} */ (statement.expression)
  // `a) + (b` also begins inside the parenthesis. The expression must reach to the last closing parenthesis.
  const inner = Parser.parseExpressionAt(text, start, { ...OPTIONS, allowAwaitOutsideFunction: allowAwait })
  return text
    .slice(inner.end)
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .trim() === ')' && inner.end <= expression.end
    ? /** @type {AnyNode} */ (/** @type {unknown} */ (inner))
    : null
}

/**
 * True if an arrow function, or one in it, reads the `new.target` of the function around.
 * @param {AnyNode} node
 * @returns {boolean}
 */
function readsNewTarget (node) {
  if (node.type === 'MetaProperty') return true
  return !(isFunction(node) && node.type !== 'ArrowFunctionExpression') && childNodes(node).some(readsNewTarget)
}

/** @param {AnyNode} node of a function */
function hasDirective (node) {
  const body = /** @type {AnyNode|undefined} */ (node.body)
  return Array.isArray(body?.body) && body.body[0]?.directive === 'use strict'
}

/**
 * True if an await (or for await) belongs to the text itself and not to a function in it.
 * @param {AnyNode} node
 * @returns {boolean}
 */
function awaits (node) {
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true)) return true
  if (/Function|^MethodDefinition$|^PropertyDefinition$/.test(node.type)) return false
  return childNodes(node).some(awaits)
}

/**
 * @param {string} text
 * @param {AnyNode} root
 * @param {number} shift added to positions of nodes, gives positions in text
 * @param {Helpers} helpers
 * @param {number} [from] position in text at which the result begins
 * @param {Edit[]} [edits]
 * @returns {{ text: string, privateNames: string[] }}
 */
function rewrite (text, root, shift, helpers, from = 0, edits = []) {
  /** @type {Set<string>} */
  const privateNames = new Set()
  /**
   * @param {AnyNode} node
   * @param {boolean} isInClass
   */
  const visit = (node, isInClass) => {
    if (node.type === 'ImportExpression') {
      edits.push({ start: node.start + shift, end: node.start + shift + 'import'.length, text: helpers.importModule })
    }
    // A class in the text has its own #private names, which stay.
    if (!isInClass) visitPrivateName(node)
    for (const child of childNodes(node)) {
      visit(child, isInClass || isClass(node))
    }
  }
  /** @param {AnyNode} node */
  const visitPrivateName = node => {
    const property = /** @type {AnyNode} */ (node.property)
    const left = /** @type {AnyNode} */ (node.left)
    if (node.type === 'MemberExpression' && property.type === 'PrivateIdentifier') {
      const name = `#${property.name}`
      privateNames.add(name)
      const object = /** @type {AnyNode} */ (node.object)
      const optional = node.optional === true
      const between = text.slice(object.end + shift, property.start + shift) // parentheses, comments and the dot
      const symbol = `${optional ? '?.' : ''}[${helpers.privates}[${JSON.stringify(name)}]]`
      edits.push({ start: object.end + shift, end: property.end + shift, text: closing(between) + symbol })
    }
    if (node.type === 'BinaryExpression' && left.type === 'PrivateIdentifier') {
      const name = `#${left.name}`
      privateNames.add(name)
      edits.push({
        start: node.start + shift,
        end: /** @type {AnyNode} */ (node.right).start + shift,
        text: `${helpers.hasPrivate}(${helpers.privates}[${JSON.stringify(name)}], `
      })
      edits.push({ start: node.end + shift, end: node.end + shift, text: ')' })
    }
  }
  visit(root, false)
  let output = ''
  let position = from
  for (const edit of edits.sort((a, b) => a.start - b.start || a.end - b.end)) {
    output += text.slice(position, edit.start) + edit.text
    position = edit.end
  }
  return { text: withoutImport(output + text.slice(position)), privateNames: [...privateNames] }
}

/**
 * Escapes a letter of each remaining `import`, because Node.js answers import() with an error of the outer context
 * (test/workarounds/vm-import-error.js, Node.js 20 to 26). If V8 reads a word as import() and acorn did not, the
 * escaped word is no keyword any more. In strings, regular expressions and names of properties the escape changes
 * nothing.
 * @param {string} text
 */
function withoutImport (text) {
  return text.replace(/(?<![\w$\\])import(?![\w$])/g, '\\u0069mport')
}

module.exports = { functionCode, expressionCode }

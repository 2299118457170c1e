'use strict'
// Tells from the text when the value of a variable changes.

const { declarationOf } = require('../../source/declarations')
const { child, children, identifiersIn, isFunction, isPropertyName, pathTo } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('../../source/declarations').Declaration} Declaration */

/**
 * @typedef {object} Assignment
 * @property {AnyNode} id the identifier that is assigned to
 * @property {boolean} isInner a function in that of the variable does it
 * @property {AnyNode[]} path from the scope to the identifier
 */

/**
 * Each place that may give the variable another value, after its own declaration.
 * @param {Declaration} declaration
 * @returns {Assignment[]}
 */
function assignmentsTo ({ scope, id: declared, declarator }) {
  const name = String(declared.name)
  const body = isFunction(scope) ? scope.body : null
  /** @type {Assignment[]} */
  const found = []
  for (const id of identifiersIn(scope).get(name) ?? []) {
    const path = pathTo(scope, id.start, id.end)
    if (id === declared || path[path.length - 1] !== id || !isAssigned(path, declarator)) continue
    // A name that is declared once more in a scope of its own is another variable. A `var` is one with a parameter.
    const by = declarationOf(name, path)
    const isOther = by !== undefined && by.scope !== scope && by.scope !== body
    if (isOther && path[path.length - 2].type !== 'FunctionDeclaration') continue
    found.push({ id, isInner: path.slice(1).some(isFunction), path })
  }
  return found
}

/**
 * @param {AnyNode[]} path to an identifier
 * @param {AnyNode|undefined} declarator of the variable
 * @returns {boolean} true if its variable gets a value there, or may get one
 */
function isAssigned (path, declarator) {
  for (let i = path.length - 1; i > 0; i--) {
    const [parent, node] = [path[i - 1], path[i]]
    switch (parent.type) {
      case 'UpdateExpression':
        return true
      case 'AssignmentExpression':
        return parent.left === node
      case 'ForInStatement':
      case 'ForOfStatement':
        return parent.left === node
      case 'VariableDeclarator': {
        const isOfLoop = /^For(?:In|Of)Statement$/.test(path[i - 3]?.type ?? '')
        return parent !== declarator && parent.id === node && (child(parent, 'init') !== null || isOfLoop)
      }
      // In sloppy code, a function that is declared in a block is assigned to the variable of the outer function, too.
      case 'FunctionDeclaration':
        return parent.id === node
      case 'AssignmentPattern':
        if (parent.left !== node) return false
        break
      case 'Property':
        if (isPropertyName(parent, node) && parent.shorthand !== true) return false
        break
      case 'ArrayPattern':
      case 'ObjectPattern':
      case 'RestElement':
        break
      default:
        return false
    }
  }
  return false
}

/**
 * @param {Declaration} declaration
 * @returns {boolean} true for a parameter that may have the same name as a `var` with a value of its own
 */
function hasTwin ({ scope, kind, id: declared }) {
  const name = String(declared.name)
  if (kind !== 'parameter' || children(scope, 'params').every(({ type }) => type === 'Identifier')) return false
  return (identifiersIn(scope).get(name) ?? []).some(id => {
    const path = pathTo(scope, id.start, id.end)
    const at = path.findLastIndex(({ type }) => type === 'VariableDeclarator')
    return at !== -1 && path[at].id === path[at + 1] && path[at - 1].kind === 'var'
  })
}

/**
 * @param {AnyNode} fn
 * @param {string} name of a parameter that is no more than a name
 * @returns {boolean} true if the parameter is what was passed, as long as the function runs
 */
function keepsParameter (fn, name) {
  const names = identifiersIn(fn)
  // Both may change it without its name.
  if (names.has('arguments') || names.has('eval')) return false
  const id = children(fn, 'params').find(each => each.type === 'Identifier' && each.name === name)
  const declaration = id === undefined ? undefined : declarationOf(name, [fn])
  return declaration?.id === id && declaration !== undefined && assignmentsTo(declaration).length === 0
}

module.exports = { assignmentsTo, hasTwin, keepsParameter }

'use strict'
// Tells which variables around it a typed text may read or set, and what it calls.

const acorn = require('acorn')

const { declarationOf } = require('../../source/declarations')
const { child, childNodes, isPropertyName, literalKey, walk } = require('../../source/syntax')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */

/** @type {import('acorn').Options} */
const OPTIONS = {
  ecmaVersion: 'latest',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  checkPrivateFields: false
}

/**
 * @param {string} text an expression, or statements
 * @returns {Set<string>|null} names that the text does not declare, perhaps with some that are no variables; null if it
 *   can't be parsed as it stands
 */
function freeNames (text) {
  const program = parseTyped(text)
  if (program === null) return null
  /** @type {Set<string>} */
  const names = new Set()
  /** @param {AnyNode[]} path */
  const visit = path => {
    const node = path[path.length - 1]
    if (node.type === 'Identifier') {
      const name = String(node.name)
      if (name !== 'arguments' && declarationOf(name, path) === undefined) names.add(name)
    }
    for (const child of childNodes(node)) if (!isPropertyName(node, child)) visit([...path, child])
  }
  visit([program])
  return names
}

/**
 * @param {string} text an expression, or statements
 * @returns {Set<string>} names of the variables and properties that it calls as functions
 */
function calledNames (text) {
  /** @type {Set<string>} */
  const names = new Set()
  const program = parseTyped(text)
  if (program === null) return names
  const visit = (/** @type {AnyNode} */ node) => {
    const callee = node.type === 'CallExpression' || node.type === 'NewExpression' ? child(node, 'callee') : null
    const name = callee?.type === 'Identifier' ? callee.name : callee && literalKey(callee)
    if (typeof name === 'string') names.add(name)
  }
  walk(program, visit, { intoFunctions: true })
  return names
}

/** @param {string} text an expression, or statements @returns {AnyNode|null} */
function parseTyped (text) {
  return parse(`(${text}\n)`) ?? parse(text)
}

/** @param {string} text @returns {AnyNode|null} */
function parse (text) {
  try {
    return /** @type {AnyNode} */ (/** @type {unknown} */ (acorn.parse(text, OPTIONS)))
  } catch {
    return null
  }
}

module.exports = { calledNames, freeNames }

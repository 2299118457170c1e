'use strict'
// Edits typed text so that the variables, functions and classes that it declares outlive it: a variable becomes a
// property of an object in which all typed text looks for names.

const { patternNames } = require('../../source/declarations')

/** @typedef {import('../../source/syntax').AnyNode} AnyNode */
/** @typedef {import('./typed-edits').Edit} Edit */

/**
 * @param {AnyNode[]} statements of the text itself; what a block or a loop declares ends with it
 * @param {string} realm name of the object with the helper functions
 * @returns {Edit[]}
 */
function declarationEdits (statements, realm) {
  /** @type {Edit[]} */
  const edits = []
  const declared = (/** @type {string[]} */ names, /** @type {string} */ kind) =>
    names.map(name => `${realm}.declare(${JSON.stringify(name)}, ${JSON.stringify(kind)});`).join(' ')
  const keep = (/** @type {string} */ name) => `${realm}.keep(${JSON.stringify(name)}, ${name});`
  for (const statement of statements) {
    if (statement.type === 'VariableDeclaration') {
      const declarators = /** @type {AnyNode[]} */ (statement.declarations)
      const kind = String(statement.kind)
      /** @type {Set<string>} */
      const names = new Set()
      for (const { id } of declarators) patternNames(/** @type {AnyNode} */ (id), names)
      edits.push({ start: 0, end: 0, text: declared([...names], kind) })
      edits.push({ start: statement.start, end: declarators[0].start, text: 'void (' })
      for (const { id, init, end } of declarators) {
        const isEmpty = init === null || init === undefined
        if (isEmpty) edits.push({ start: end, end, text: kind === 'var' ? '' : ' = undefined' })
        // A pattern is an object literal if nothing follows it.
        if (isEmpty && /** @type {AnyNode} */ (id).type !== 'Identifier') throw new SyntaxError('Missing initializer')
      }
      const last = declarators[declarators.length - 1]
      edits.push({ start: last.end, end: last.end, text: ')' })
    } else if (statement.type === 'FunctionDeclaration') {
      edits.push({ start: 0, end: 0, text: keep(String(/** @type {AnyNode} */ (statement.id).name)) })
    } else if (statement.type === 'ClassDeclaration') {
      const name = String(/** @type {AnyNode} */ (statement.id).name)
      edits.push({ start: statement.end, end: statement.end, text: ` ${keep(name)}` })
    }
  }
  return edits
}

module.exports = { declarationEdits }

'use strict'
// Finds the functions of a script in its text: their whole source, and the names that they may close over. A dump may
// have a function without its closures. Then reading a name that is declared around the function must throw NotCaptured
// and not a ReferenceError.

const { declaredNames } = require('../source/declarations')
const { lineStarts } = require('../source/lines')
const { MODULE_WRAPPER } = require('../source/scope-places')
const { functionStart, isFunction, pathTo, unlessTooDeep } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */

/**
 * @typedef {object} ScriptFunction
 * @property {string} source
 * @property {{ functionName: string, names: string[] }[]} enclosing functions around it, innermost first, with the
 *   names that they declare; the last one is the script itself
 */

class ScriptFunctions {
  #source
  #treeAround
  /** @type {number[]} */ #lineStarts

  /**
   * @param {string} source
   * @param {(place: number) => AnyNode|null} treeAround its tree, in which functions elsewhere may be empty
   */
  constructor (source, treeAround) {
    this.#source = source
    this.#treeAround = treeAround
    this.#lineStarts = [...lineStarts(source)]
  }

  /**
   * Looks only at what is around the place, because a bundle has far too many functions to list all.
   * @param {{ lineNumber: number, columnNumber: number }} location
   * @returns {ScriptFunction|undefined}
   */
  at ({ lineNumber, columnNumber }) {
    const start = this.#lineStarts[lineNumber] + columnNumber
    const program = this.#treeAround(start)
    if (program === null) return undefined
    const path = pathTo(program, start)
    const index = path.findLastIndex(node => isFunction(node) && functionStart(this.#source, node) === start)
    if (index === -1) return undefined
    const holder = path[index - 1]
    const isOfMethod = holder !== undefined && isMethod(holder) && holder.value === path[index]
    return unlessTooDeep(() =>
      this.#functionOf(isOfMethod ? methodText(holder) : path[index], path.slice(0, index).filter(isScope))
    )
  }

  /**
   * @param {AnyNode} text whose text is that of the function
   * @param {AnyNode[]} parents scopes around it, outermost first
   * @returns {ScriptFunction}
   */
  #functionOf (text, parents) {
    /** @type {ScriptFunction['enclosing']} */
    const enclosing = []
    /** @type {Set<string>} */
    let names = new Set()
    for (const parent of parents.reverse()) {
      declaredNames(parent, names)
      if (!isFunction(parent) && parent.type !== 'Program') continue
      const id = /** @type {AnyNode|null|undefined} */ (parent.id)
      enclosing.push({ functionName: typeof id?.name === 'string' ? id.name : '', names: [...names] })
      names = new Set()
    }
    enclosing[enclosing.length - 1]?.names.push(...MODULE_WRAPPER)
    return { source: this.#source.slice(text.start, text.end), enclosing }
  }
}

/** @param {AnyNode} node */
function isScope (node) {
  return (
    isFunction(node) ||
    /^(?:Program|BlockStatement|For\w*Statement|SwitchStatement|CatchClause|StaticBlock)$/.test(node.type)
  )
}

/** @param {AnyNode} node */
function isMethod (node) {
  return (
    node.type === 'MethodDefinition' || (node.type === 'Property' && (node.method === true || node.kind !== 'init'))
  )
}

/**
 * The text of a method as Function.prototype.toString gives it, which is without `static`.
 * @param {AnyNode} node
 * @returns {AnyNode}
 */
function methodText (node) {
  return node.static === true ? { ...node, start: node.start + 'static '.length } : node
}

module.exports = { ScriptFunctions, methodText }

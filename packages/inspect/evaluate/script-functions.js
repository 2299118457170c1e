'use strict'
// Finds the functions of a script in its text: their whole source, and the names that they may close over. A dump may
// have a function without its closures. Then reading a name that is declared around the function must throw NotCaptured
// and not a ReferenceError.

const { declaredNames } = require('../source/declarations')
const { lineStarts } = require('../source/lines')
const { MODULE_WRAPPER } = require('../source/scope-places')
const { childNodes, functionStart, isFunction } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */

/**
 * @typedef {object} ScriptFunction
 * @property {string} source
 * @property {{ functionName: string, names: string[] }[]} enclosing functions around it, innermost first, with the
 *   names that they declare; the last one is the script itself
 */

class ScriptFunctions {
  #source

  /**
   * Functions by the position that V8 reports as their start.
   * @type {Map<number, { node: AnyNode, text: AnyNode, parents: AnyNode[] }>}
   */
  #byStart = new Map()

  /** @type {number[]} */ #lineStarts

  /**
   * @param {string} source
   * @param {AnyNode|null} program its tree
   */
  constructor (source, program) {
    this.#source = source
    this.#lineStarts = [...lineStarts(source)]
    try {
      if (program !== null) this.#collect(program, [], null)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error // deeper than the stack; the functions up to there are known
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
   * @param {AnyNode|null} holder node of a method, whose text begins at its name; null for other functions
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
 * The text of a method as Function.prototype.toString gives it, which is without `static`.
 * @param {AnyNode} node
 * @returns {AnyNode}
 */
function methodText (node) {
  return node.static === true ? { ...node, start: node.start + 'static '.length } : node
}

module.exports = { ScriptFunctions, methodText }

'use strict'
// What a script's text says about the functions in it: their whole source, and the names that they may close over. A
// dump may have the function but not its closures: then a name that is declared around it must throw NotCaptured, not a
// ReferenceError.

const { declaredNames } = require('../source/declarations')
const { lineStarts } = require('../source/lines')
const { MODULE_WRAPPER } = require('../source/scope-places')
const { childNodes, functionStart, isFunction } = require('../source/syntax')

/** @typedef {import('../source/syntax').AnyNode} AnyNode */

/**
 * @typedef {object} ScriptFunction
 * @property {string} source
 * @property {{ functionName: string, names: string[] }[]} enclosing functions around it, innermost first, with what
 *   they declare where it can be seen; the last one is the script itself
 */

class ScriptFunctions {
  #source

  /**
   * Functions by the position at which V8 says that they start.
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
      if (!(error instanceof RangeError)) throw error // as in at(): the functions that were met before it are known
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
 * The text that Function.prototype.toString gives of a method: without `static`.
 * @param {AnyNode} node
 * @returns {AnyNode}
 */
function methodText (node) {
  return node.static === true ? { ...node, start: node.start + 'static '.length } : node
}

module.exports = { ScriptFunctions }

'use strict'
// Finds the variables that a piece of code uses and does not declare itself.

const { declaredIn, declaredNames, isReference } = require('crash-collector-inspect/source/declarations')
const { childNodes } = require('crash-collector-inspect/source/syntax')

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-inspect/source/declarations').Declaration} Declaration */

class FreeNames {
  /** The names that each scope declares. @type {WeakMap<AnyNode, Set<string>>} */ #names = new WeakMap()
  /** @type {WeakMap<AnyNode, Map<string, Declaration|undefined>>} */ #known = new WeakMap()

  /**
   * @param {AnyNode[]} path from the program to the piece of code
   * @returns {Map<string, Declaration|undefined>} by name; undefined for a name that the script does not declare
   */
  of (path) {
    const root = path[path.length - 1]
    /** @type {Map<string, Declaration|undefined>} */
    const found = new Map()
    this.#visit([...path], root, found)
    return found
  }

  /**
   * @param {AnyNode[]} path is changed and restored
   * @param {AnyNode} root
   * @param {Map<string, Declaration|undefined>} found
   */
  #visit (path, root, found) {
    const node = path[path.length - 1]
    if (node !== root && isVariable(path)) {
      const name = String(node.name)
      const declared = this.#declarationOf(name, path)
      const isInner = declared !== undefined && root.start <= declared.scope.start && declared.scope.end <= root.end
      if (!isInner && name !== 'undefined') found.set(name, declared)
    }
    for (const child of childNodes(node)) {
      path.push(child)
      this.#visit(path, root, found)
      path.pop()
    }
  }

  /**
   * @param {string} name
   * @param {AnyNode[]} path
   * @returns {Declaration|undefined}
   */
  #declarationOf (name, path) {
    for (let i = path.length - 1; i >= 0; i--) {
      const scope = path[i]
      if (!this.#namesOf(scope).has(name)) continue
      let known = this.#known.get(scope)
      if (known === undefined) this.#known.set(scope, (known = new Map()))
      if (!known.has(name)) known.set(name, declaredIn(scope, name))
      const declared = known.get(name)
      if (declared !== undefined) return declared
    }
    return undefined
  }

  /** @param {AnyNode} scope */
  #namesOf (scope) {
    let names = this.#names.get(scope)
    if (names === undefined) {
      declaredNames(scope, (names = new Set()))
      this.#names.set(scope, names)
    }
    return names
  }
}

/** @param {AnyNode[]} path */
function isVariable (path) {
  const id = path[path.length - 1]
  const parent = path[path.length - 2]
  // The short `{ a }` has the identifier twice: as the key, and as the variable.
  if (id.type === 'Identifier' && parent?.type === 'Property' && parent.shorthand === true) return parent.value === id
  return isReference(path)
}

module.exports = { FreeNames }

'use strict'
// Finds the variables of scopes: a dump has the variables at a scope's first occurrence, and only the scope's id at
// later ones.

/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */

class ScopeIndex {
  /** @type {Map<string, Scope>} */ #scopes = new Map()

  /** @param {Scope[]} chain in the order in which the dump was written */
  add (chain) {
    for (const scope of chain) {
      if (scope.scopeId !== undefined && scope.variables.length > 0 && !this.#scopes.has(scope.scopeId)) {
        this.#scopes.set(scope.scopeId, scope)
      }
    }
  }

  /** @param {Scope} scope of which no occurrence has variables */
  addEmpty (scope) {
    if (scope.scopeId !== undefined && !this.#scopes.has(scope.scopeId)) this.#scopes.set(scope.scopeId, scope)
  }

  /**
   * @param {string} scopeId
   * @returns {boolean} true if the scope's variables are known
   */
  has (scopeId) {
    return this.#scopes.has(scopeId)
  }

  /**
   * @param {Scope} scope
   * @returns {Scope} the occurrence with the variables; the same scope if there is none
   */
  whole (scope) {
    return this.#scopes.get(scope.scopeId ?? '') ?? scope
  }
}

/**
 * @param {Scope} scope
 * @returns {boolean} true if another occurrence may have the variables
 */
function isReference (scope) {
  return scope.scopeId !== undefined && scope.variables.length === 0
}

/**
 * V8 shows a rejected async function at its end, and there it takes the variables that functions in it close over for
 * those of a function around it, and has undefined for them (test/workarounds/own-context-at-end.js, Node.js 20 and
 * 22).
 * @param {Scope[]} chain of a frame, in which these variables get their values
 * @returns {Scope|null} the scope that was taken from the chain
 */
function takeOwnContext (chain) {
  const index = chain.findIndex(({ type }) => type === 'local')
  const [own, context] = [chain[index], chain[index + 1]]
  if (index === -1 || context?.type !== 'closure' || !isSamePlace(own.startLocation, context.startLocation)) return null
  const held = new Map(context.variables.map(each => [each.name, each]))
  own.variables = own.variables.map(each => held.get(each.name) ?? each)
  chain.splice(index + 1, 1)
  return context
}

/**
 * @param {Scope['startLocation']} one
 * @param {Scope['startLocation']} other
 */
function isSamePlace (one, other) {
  return one !== undefined && other !== undefined &&
    one.scriptId === other.scriptId && one.lineNumber === other.lineNumber && one.columnNumber === other.columnNumber
}

module.exports = { ScopeIndex, isReference, takeOwnContext }

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

module.exports = { ScopeIndex, isReference }

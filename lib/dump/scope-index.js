'use strict'
// Where the variables of each scope stand: a dump has them where a scope occurs first, and refers to them from there
// on.

/** @typedef {import('./format').Scope} Scope */

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

  /**
   * @param {string} scopeId
   * @returns {boolean} whether its variables are known
   */
  has (scopeId) {
    return this.#scopes.has(scopeId)
  }

  /**
   * @param {Scope} scope
   * @returns {Scope} the one with the variables; the same, where there is none
   */
  whole (scope) {
    return this.#scopes.get(scope.scopeId ?? '') ?? scope
  }
}

/**
 * @param {Scope} scope
 * @returns {boolean} whether its variables may stand elsewhere
 */
function isReference (scope) {
  return scope.scopeId !== undefined && scope.variables.length === 0
}

module.exports = { ScopeIndex, isReference }

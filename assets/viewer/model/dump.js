'use strict'
// The dump inside the page. Objects are one JSON text a line and stay text until somebody looks at them, so that a big dump
// opens as quickly as a small one.

/** @typedef {import('../../../lib/inspect/html/page-data').PageData} PageData */
/** @typedef {import('../../../lib/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../../../lib/dump/format').Scope} Scope */

class PageDump {
  /** @type {Map<string, string|ObjectRecord>} */ #objects = new Map()
  /** @type {Map<string, Scope>|null} */ #scopes = null

  /**
   * @param {PageData} data
   * @param {string} objectLines each a record as JSON that begins with its objectId
   */
  constructor (data, objectLines) {
    this.data = data
    this.missingReason = data.missingReason
    let start = 0
    while (start < objectLines.length) {
      const end = objectLines.indexOf('\n', start)
      this.#objects.set(idOfLine(objectLines, start), objectLines.slice(start, end))
      start = end + 1
    }
  }

  /** @returns {number} */
  get objectCount () { return this.#objects.size }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord|undefined}
   */
  object (objectId) {
    const stored = this.#objects.get(objectId)
    if (typeof stored !== 'string') return stored
    const record = JSON.parse(stored)
    this.#objects.set(objectId, record)
    return record
  }

  /**
   * The variables of a scope stand where it occurs first.
   * @param {Scope} scope
   * @returns {Scope}
   */
  scope (scope) {
    if (scope.scopeId === undefined || scope.variables.length > 0) return scope
    this.#scopes ??= this.#indexScopes()
    return this.#scopes.get(scope.scopeId) ?? scope
  }

  #indexScopes () {
    /** @type {Map<string, Scope>} */
    const scopes = new Map()
    /** @param {Scope[]} chain */
    const add = (chain) => {
      for (const scope of chain) {
        if (scope.scopeId !== undefined && scope.variables.length > 0 && !scopes.has(scope.scopeId)) scopes.set(scope.scopeId, scope)
      }
    }
    for (const { scopeChain } of [...this.data.frames, ...this.data.tasks]) add(scopeChain)
    for (const [objectId, stored] of this.#objects) {
      if (typeof stored === 'string' && !stored.includes('"scopeId"')) continue
      add(this.object(objectId)?.scopes ?? [])
    }
    return scopes
  }
}

const PREFIX = '{"objectId":"'

/**
 * @param {string} text
 * @param {number} start of the line
 * @returns {string}
 */
function idOfLine (text, start) {
  const idStart = start + PREFIX.length
  let end = idStart
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return JSON.parse(text.slice(idStart - 1, end + 1))
}

module.exports = { PageDump }

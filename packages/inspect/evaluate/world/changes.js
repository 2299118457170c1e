'use strict'
// A dump as the expressions of a session have changed it. The dump itself stays as it is.

const { scopeName } = require('../scope-tree')
const { restoreMemberNames } = require('./member-names')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */

/** Internal properties that an expression can change. */
const CHANGING = new Set(['[[DateValue]]', '[[PrimitiveValue]]', '[[PromiseState]]', '[[PromiseResult]]'])

class Changes {
  #dump
  /** @type {Map<string, ObjectRecord>} */ #objects = new Map()
  /** @type {Map<import('../scope-tree').ScopeName, Map<string, Variable>>} */ #variables = new Map()
  /** @type {string[]} names of the variables that expressions have declared */ declared = []

  /** @param {Dump} dump */
  constructor (dump) {
    this.#dump = dump
  }

  /**
   * @param {ObjectRecord[]} results
   * @param {import('../child').Changes} [changes]
   * @param {import('../scope-tree').ScopeKeys} [scopeKeys]
   */
  add (results, changes, scopeKeys = new Map()) {
    for (const record of results) {
      if (this.#dump.object(record.objectId) === undefined) this.#objects.set(record.objectId, record)
    }
    if (changes === undefined) return
    this.declared = changes.declared
    for (const record of changes.objects) {
      restoreMemberNames(record, this.#dump.object(record.objectId))
      this.#objects.set(record.objectId, this.#merged(record))
    }
    for (const [scope, key] of scopeKeys) {
      for (const { name, value } of changes.variables.filter(variable => variable.key === key)) {
        const variables = this.#variables.get(scope) ?? new Map()
        this.#variables.set(scope, variables.set(name, { name, value }))
      }
    }
  }

  clear () {
    this.#objects.clear()
    this.#variables.clear()
    this.declared = []
  }

  /**
   * @param {string} objectId
   * @returns {ObjectRecord|undefined}
   */
  object (objectId) {
    return this.#objects.get(objectId) ?? this.#dump.object(objectId)
  }

  /**
   * @param {Scope} reference
   * @returns {Scope}
   */
  scope (reference) {
    const scope = this.#dump.scope(reference)
    const changed = this.#variables.get(scopeName(scope))
    if (changed === undefined) return scope
    return {
      ...scope,
      variables: scope.variables.map(variable => {
        const { name, generatedName } = variable
        const { value } = changed.get(generatedName ?? name) ?? {}
        return value === undefined ? variable : { name, ...(generatedName && { generatedName }), value }
      })
    }
  }

  /** @returns {Dump} the dump with the changes, also with those that are still to come */
  view () {
    /** @type {Record<PropertyKey, unknown>} */
    const replaced = {
      object: (/** @type {string} */ objectId) => this.object(objectId),
      scope: (/** @type {Scope} */ reference) => this.scope(reference)
    }
    return new Proxy(this.#dump, {
      get (dump, key) {
        if (key in replaced) return replaced[key]
        const value = Reflect.get(dump, key, dump)
        return typeof value === 'function' ? value.bind(dump) : value
      }
    })
  }

  /**
   * The process that evaluates knows less of an object than the dump: not its place in the source, for example.
   * @param {ObjectRecord} record
   * @returns {ObjectRecord}
   */
  #merged (record) {
    const known = this.#dump.object(record.objectId)
    if (known === undefined) return record
    const { properties, privateProperties, entries, size, length, bytes, internalProperties = [] } = record
    return {
      ...known,
      properties,
      ...(privateProperties && { privateProperties }),
      ...(entries && { entries }),
      ...(size !== undefined && { size }),
      ...(length !== undefined && { length }),
      ...(bytes && { bytes }),
      internalProperties: [
        ...(known.internalProperties ?? []).filter(({ name }) => !CHANGING.has(name)),
        ...internalProperties.filter(({ name }) => CHANGING.has(name))
      ]
    }
  }
}

module.exports = { Changes }

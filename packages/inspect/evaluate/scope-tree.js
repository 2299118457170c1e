'use strict'
// The scopes of a dump as a tree, with the functions that were made in each of them.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { FunctionPlaces, UNKNOWN_SCOPE } = require('./function-places')
const { privateMethods } = require('./private-methods')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./code/generate-code').ScopeNode} ScopeNode */
/** @typedef {import('./known-functions').KnownFunctions} KnownFunctions */
/** @typedef {string|Variable[]} ScopeName what all copies of a scope have in common: its id, or its variables */
/** @typedef {Map<ScopeName, string>} ScopeKeys keys by which the process that evaluates knows the scopes of the dump */

/** The longest scope chain that is accepted. Real code has a handful; each scope nests the generated code deeper. */
const MAX_SCOPES = 100

/**
 * A scope is added when its chain is asked for; each function belongs to the scope in
 * which it was made.
 */
class ScopeTree {
  #dump
  #places
  #known
  /** @type {Map<string, ScopeNode>} */ #byId = new Map()
  /** @type {ScopeNode} */ root = { key: 'root', variables: [], isUnknown: false, children: [], functions: [] }
  /** @type {ScopeNode[]} */ all = [this.root]
  /** @type {ScopeKeys} */ keys = new Map()
  /** @type {Variable[]} */ globals = []
  /** @type {Record<string, string>} */ stubs = Object.create(null)
  /** @type {import('./realm/types').Plan['privateMethods']} */ privateMethods = []

  /**
   * @param {Dump} dump
   * @param {KnownFunctions} known
   */
  constructor (dump, known) {
    this.#dump = dump
    this.#known = known
    this.#places = new FunctionPlaces(dump)
  }

  /**
   * @param {Scope[]} chain innermost first
   * @returns {ScopeNode} the innermost
   */
  add (chain) {
    if (chain.length > MAX_SCOPES) {
      throw new CrashCollectorError('DUMP_TOO_LARGE', `a chain of ${chain.length} scopes is too deep to evaluate in`, {
        hint: `at most ${MAX_SCOPES} are supported`
      })
    }
    let parent = this.root
    for (const reference of chain.toReversed?.() ?? [...chain].reverse()) {
      const scope = this.#dump.scope(reference)
      if (scope.type === 'global') {
        if (this.globals.length === 0) this.globals = scope.variables
        continue
      }
      parent = this.#child(parent, scope)
    }
    return parent
  }

  /**
   * @param {Scope[]} chain innermost first
   * @param {Variable[]} dropped variables that are visible at the place and in no scope
   * @returns {ScopeNode[]} outermost first
   */
  addPlace (chain, dropped) {
    const innermost = this.add(chain)
    const own = dropped.length === 0 ? innermost : this.#child(innermost, { type: 'block', variables: dropped })
    /** @type {ScopeNode[]} */
    const nodes = []
    for (let node = /** @type {ScopeNode|undefined} */ (own); node !== undefined; node = node.parent) {
      nodes.unshift(node)
    }
    return nodes
  }

  /**
   * @param {ScopeNode} parent
   * @param {Scope} scope
   */
  #child (parent, scope) {
    const known = scope.scopeId === undefined ? undefined : this.#byId.get(scope.scopeId)
    const node = known ?? this.#newChild(parent, scope)
    this.keys.set(scopeName(scope), node.key)
    return node
  }

  /**
   * @param {ScopeNode} parent
   * @param {Scope} scope
   */
  #newChild (parent, scope) {
    /** @type {ScopeNode} */
    const node = {
      key: `s${this.all.length}`,
      parent,
      variables: scope.variables.map(asGenerated),
      isUnknown: scope === UNKNOWN_SCOPE,
      children: [],
      functions: []
    }
    // A limit left out some of the scope's variables, and their names are not known.
    if (scope.notCaptured !== undefined && scope.notCaptured.length > 0) {
      node.isUnknown = true
      node.unknownReason = scope.notCaptured[0].reason
    }
    parent.children.push(node)
    this.all.push(node)
    if (scope.scopeId !== undefined) this.#byId.set(scope.scopeId, node)
    return node
  }

  /** @param {ObjectRecord} record */
  addFunction (record) {
    const { source, chain } = this.#places.of(record)
    if (source === undefined) {
      this.stubs[record.objectId] = 'its source is not in the dump'
      return
    }
    const isStrict =
      chain.some(({ type }) => type === 'module') || hasStrictScript(this.#dump, record.functionLocation?.scriptId)
    const scope = this.add(chain)
    const mayRun = this.#known.mayRun(record, source)
    scope.functions.push({ objectId: record.objectId, source, isStrict, mayRun })
    for (const method of privateMethods(record, source)) {
      scope.functions.push({ objectId: method.functionId, source: method.source, isStrict: true, mayRun })
      this.privateMethods.push({ holderId: method.holderId, name: method.name, functionId: method.functionId })
    }
  }
}

/**
 * The variable under the name that the functions of the dump know.
 * @param {Variable} variable
 * @returns {ScopeNode['variables'][number]}
 */
function asGenerated (variable) {
  const { generatedName, name, ...rest } = variable
  return generatedName === undefined ? variable : { ...rest, name: generatedName, originalName: name }
}

/**
 * @param {Scope} scope
 * @returns {ScopeName}
 */
function scopeName ({ scopeId, variables }) {
  return scopeId ?? variables
}

/**
 * @param {Dump} dump
 * @param {string|undefined} scriptId
 */
function hasStrictScript (dump, scriptId) {
  const source = scriptId === undefined ? undefined : dump.script(scriptId)?.source
  return (
    source !== undefined &&
    /^(?:#!.*\n)?(?:\s|\/\/.*\n|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)*(['"])use strict\1/.test(source.slice(0, 20_000))
  )
}

module.exports = { hasStrictScript, scopeName, ScopeTree }

'use strict'
// Collects all that an evaluation needs from a frame of a dump and an expression, as plain data.

const { randomBytes } = require('node:crypto')
const { CrashCollectorError } = require('../../errors')
const { REASONS } = require('../values/describe-value')
const { LIMITS } = require('../values/limit-reasons')
const { declaredNames } = require('../source/declarations')
const { offsetOf } = require('../source/lines')
const { scriptTree } = require('../source/script-trees')
const { pathTo } = require('../source/syntax')
const { elementClass } = require('../values/typed-array-bytes')
const { expressionCode } = require('./code-text')
const { FunctionPlaces, UNKNOWN_SCOPE } = require('./function-places')
const { generateCode } = require('./generate-code')
const { KnownFunctions, NOT_ALLOWED, NOT_ALLOWED_TEXT } = require('./known-functions')
const { privateMethods } = require('./private-methods')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/format').Value} Value */
/** @typedef {import('../../dump/format').Scope} Scope */
/** @typedef {import('../../dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./generate-code').ScopeNode} ScopeNode */
/** @typedef {{ scopeChain: Scope[], this?: Value, scriptId: string }} Place a call frame or an async task */

/** The longest scope chain that is accepted. Real code has a handful; each scope nests the generated code deeper. */
const MAX_SCOPES = 100

/** How many objects are rebuilt, the nearest to the frame first. More would take longer than users wait. */
const MAX_OBJECTS = 50_000

/**
 * @param {Dump} dump
 * @param {Place} place
 * @param {string} expression
 * @param {{ allowFunctions?: boolean, maxObjects?: number, deeper?: boolean }} [options] deeper: include objects that
 *   only the heap snapshot has
 * @returns {{ plan: import('./realm/types').Plan, helpers: import('./code-text').Helpers & { realm: string } }}
 * @throws {SyntaxError} if the expression has a syntax error
 */
function planEvaluation (
  dump,
  place,
  expression,
  { allowFunctions = false, maxObjects = MAX_OBJECTS, deeper = true } = {}
) {
  const nonce = randomBytes(8).toString('hex')
  const helpers = { realm: `R_${nonce}`, privates: `P_${nonce}`, hasPrivate: `H_${nonce}`, importModule: `I_${nonce}` }
  const argumentsValue =
    place.scopeChain.flatMap(scope => dump.scope(scope).variables).find(({ name }) => name === 'arguments')?.value ??
    null
  const hasArguments =
    argumentsValue !== null && (argumentsValue.notCapturedReason === undefined || argumentsValue.objectId !== undefined)
  const code = expressionCode(expression, helpers, { hasArguments })
  const scopes = new ScopeTree(dump, new KnownFunctions(dump, allowFunctions))
  const node = scopes.add(place.scopeChain)
  node.variables = [...node.variables, ...droppedVariables(dump, place)]
  const objects = reachableObjects(dump, place, scopes, { maxObjects, deeper })
  const known = deeper ? dump : { object: (/** @type {string} */ objectId) => dump.ownObject(objectId) }
  const isPartial = !deeper || objects.length === maxObjects
  const generated = generateCode(scopes.root, { ...code, isStrict: isStrict(dump, place), scopeKey: node.key }, helpers)
  return {
    helpers,
    plan: {
      code: generated.code,
      objects: objects.map(({ source, scopes: chain, ...record }) => ({
        ...record,
        ...(record.subtype === 'typedarray' && { elementClass: elementClass(record, known) })
      })),
      reasons: { ...REASONS, [NOT_ALLOWED]: NOT_ALLOWED_TEXT },
      isPartial,
      limits: isPartial ? LIMITS : [],
      missingReason: isPartial
        ? `not among the ${maxObjects} objects nearest to the frame, which are rebuilt`
        : dump.missingReason,
      stubs: { ...scopes.stubs, ...generated.stubs },
      homes: methodHomes(objects),
      privateMethods: scopes.privateMethods,
      scopes: scopes.all.map(({ key, variables, isUnknown, unknownReason }) => ({
        key,
        variables,
        isUnknown,
        unknownReason
      })),
      globals: scopes.globals,
      thisValue: place.this ?? { type: 'undefined' },
      argumentsValue: code.usesArguments && hasArguments ? argumentsValue : null,
      privateNames: [...new Set([...generated.privateNames, ...code.privateNames])],
      isAsync: code.isAsync
    }
  }
}

/**
 * The scopes of a dump as a tree. A scope is added when its chain is asked for; each function belongs to the scope in
 * which it was made.
 */
class ScopeTree {
  #dump
  #places
  #known
  /** @type {Map<string, ScopeNode>} */ #byId = new Map()
  /** @type {ScopeNode} */ root = { key: 'root', variables: [], isUnknown: false, children: [], functions: [] }
  /** @type {ScopeNode[]} */ all = [this.root]
  /** @type {import('../../dump/format').Variable[]} */ globals = []
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
   * @param {ScopeNode} parent
   * @param {Scope} scope
   */
  #child (parent, scope) {
    const known = scope.scopeId === undefined ? undefined : this.#byId.get(scope.scopeId)
    if (known !== undefined) return known
    /** @type {ScopeNode} */
    const node = {
      key: `s${this.all.length}`,
      variables: scope.variables,
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
 * The objects that can be reached from a place, nearest first, up to a limit. Adds the scopes of functions among them
 * to the tree.
 * @param {Dump} dump
 * @param {Place} place
 * @param {ScopeTree} scopes
 * @param {{ maxObjects: number, deeper: boolean }} options
 * @returns {ObjectRecord[]}
 */
function reachableObjects (dump, place, scopes, { maxObjects, deeper }) {
  /** @type {Set<string>} */
  const found = new Set()
  /** @type {string[]} ids; records are parsed in turn, because an array can refer to more objects than are rebuilt */
  const queue = []
  /** @type {ObjectRecord[]} */
  const objects = []
  /** @param {Value|undefined} value */
  const visit = value => {
    if (value?.objectId === undefined || value.type === 'symbol' || found.has(value.objectId)) return
    found.add(value.objectId)
    queue.push(value.objectId)
  }
  let visitedScopes = 0
  const visitScopes = () => {
    for (; visitedScopes < scopes.all.length; visitedScopes++) {
      scopes.all[visitedScopes].variables.forEach(({ value }) => visit(value))
    }
  }
  visit(place.this)
  visitScopes()
  scopes.globals.forEach(({ value }) => visit(value))
  // The dump's own objects come first, because a heap snapshot may add the whole heap.
  /** @type {string[]} */
  const later = []
  for (let i = 0, n = 0; (i < queue.length || n < later.length) && objects.length < maxObjects;) {
    const isFirst = i < queue.length
    const objectId = isFirst ? queue[i++] : later[n++]
    if (isFirst && !dump.holds(objectId)) {
      if (deeper) later.push(objectId)
      continue
    }
    const record = deeper ? dump.object(objectId) : dump.ownObject(objectId)
    if (record === undefined) continue
    objects.push(record)
    if (record.type === 'function') scopes.addFunction(record)
    visitScopes()
    for (const { value, get, set, symbol } of record.properties) [value, get, set, symbol].forEach(visit)
    for (const { value } of record.internalProperties ?? []) visit(value)
    for (const { value, get, set } of record.privateProperties ?? []) [value, get, set].forEach(visit)
    for (const { key, value } of record.entries ?? []) [key, value].forEach(visit)
  }
  return objects
}

/**
 * Variables that the source declares around the place and that are not in the dump: of an outer function, V8 keeps only
 * the variables that its inner functions use (test/workarounds/kept-variables.js, Node.js 20 to 26).
 * @param {Dump} dump
 * @param {Place & { lineNumber?: number, columnNumber?: number }} place
 * @returns {import('../../dump/format').Variable[]}
 */
function droppedVariables (dump, place) {
  const { scriptId, lineNumber, columnNumber, scopeChain } = place
  const source = dump.script(scriptId)?.source
  if (source === undefined || lineNumber === undefined || columnNumber === undefined) return []
  const program = scriptTree(dump, scriptId)
  const offset = offsetOf(source, { lineNumber, columnNumber })
  if (program === null || offset === -1) return []
  const names = new Set()
  try {
    for (const scope of pathTo(program, offset)) declaredNames(scope, names)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [] // code that is nested deeper than the stack
  }
  for (const scope of scopeChain) for (const { name } of dump.scope(scope).variables) names.delete(name)
  return [...names].map(name => ({ name, notCapturedReason: 'unavailable' }))
}

/**
 * The object that each function is a member of. `super` in the function starts at the prototype of that object.
 * @param {ObjectRecord[]} objects
 */
function methodHomes (objects) {
  /** @type {Record<string, string>} */
  const homes = Object.create(null)
  for (const { objectId, properties } of objects) {
    for (const { name, value, get, set } of properties) {
      for (const member of [value, get, set]) {
        if (member?.type === 'function' && member.objectId !== undefined && name !== 'constructor') {
          homes[member.objectId] ??= objectId
        }
      }
    }
  }
  return homes
}

/**
 * @param {Dump} dump
 * @param {Place} place
 */
function isStrict (dump, place) {
  return (
    place.this?.type === 'undefined' ||
    place.scopeChain.some(({ type }) => type === 'module') ||
    hasStrictScript(dump, place.scriptId)
  )
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

module.exports = { planEvaluation, MAX_OBJECTS }

'use strict'
// Collects all that evaluations need from frames of a dump, as plain data, and makes the script of each expression.

const { randomBytes } = require('node:crypto')
const { REASONS } = require('../values/describe-value')
const { LIMITS } = require('../values/limit-reasons')
const { newTargetAt } = require('../source/scope-places')
const { originalNames } = require('../source/original-names')
const { elementClass } = require('../values/typed-array-bytes')
const { expressionCode } = require('./code/code-text')
const { NOT_KEPT_INSIDE, NOT_KEPT_INSIDE_TEXT, droppedVariables } = require('./code/dropped-variables')
const { generateExpression, generateScopes } = require('./code/generate-code')
const { KnownFunctions, NOT_ALLOWED, NOT_ALLOWED_TEXT } = require('./known-functions')
const { hasStrictScript, scopeName, ScopeTree } = require('./scope-tree')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./code/generate-code').PlacePlan} PlacePlan */
/** @typedef {import('./code/dropped-variables').Place} Place */

/** How many objects are rebuilt, the nearest to the frame first. More would take longer than users wait. */
const MAX_OBJECTS = 50_000
/** How many functions are made because the expression calls one of their name. */
const MAX_CALLED = 5
/** The reason of a function that can be made, and that no expression has called yet. */
const NOT_CALLED = 'notCalled'

/**
 * Which functions are made: all, or those of these objectIds. Making one takes the syntax tree of its file, so the
 * functions of a service take seconds, and most expressions call none, or one.
 * @typedef {'all' | Set<string>} Functions
 */

/**
 * The data that the evaluating process needs before the first expression, and those that this process needs to make its
 * expressions.
 * @typedef {object} Preparation
 * @property {import('./realm/types').Plan} plan
 * @property {import('./code/code-text').Helpers & { realm: string }} helpers
 * @property {Map<string, PlacePlan>} places
 * @property {import('./scope-tree').ScopeKeys} scopeKeys
 * @property {(objectId: string) => boolean} holds true if the object is rebuilt
 * @property {Set<string>} originalKeys names of properties that have other names in the code that ran
 */

/**
 * @param {Dump} dump
 * @param {Map<string, Place>} places by the names by which expressions refer to them; objects near the first ones are
 *   rebuilt first
 * @param {{ allowFunctions?: boolean, functions?: Functions, calls?: Set<string>|null, maxObjects?: number,
 *   idPrefix?: string, names?: Set<string>|null }} [options] calls: names under which functions are made too, at most
 *   MAX_CALLED; idPrefix: of objects that expressions make; names: of all variables that expressions will name
 * @returns {Preparation}
 */
function planEvaluation (dump, places, options = {}) {
  const { allowFunctions = false, functions = 'all', calls = null, names = null } = options
  const { maxObjects = MAX_OBJECTS, idPrefix = 'e' } = options
  const nonce = randomBytes(8).toString('hex')
  const helpers = { realm: `R_${nonce}`, privates: `P_${nonce}`, hasPrivate: `H_${nonce}`, importModule: `I_${nonce}` }
  const scopes = new ScopeTree(dump, new KnownFunctions(dump, allowFunctions))
  /** @type {Map<string, PlacePlan>} */
  const planned = new Map()
  for (const [name, place] of places) {
    const argumentsValue = argumentsOf(dump, place)
    const chain = scopes.addPlace(place.scopeChain, droppedVariables(dump, place, names))
    planned.set(name, {
      scopeKeys: chain.map(({ key }) => key),
      originalNames: originalNamesIn(chain, originalNames(dump), place),
      isStrict: isStrict(dump, place),
      hasArguments:
        argumentsValue !== null &&
        (argumentsValue.notCapturedReason === undefined || argumentsValue.objectId !== undefined)
    })
  }
  const { objects, aliases } = reachableObjects(dump, [...places.values()], scopes, { maxObjects, functions, calls })
  const isPartial = objects.length === maxObjects
  const generated = generateScopes(scopes.root, helpers)
  const ids = new Set(objects.map(({ objectId }) => objectId))
  const stubs = { ...scopes.stubs, ...generated.stubs }
  return {
    helpers,
    holds: objectId => ids.has(aliases[objectId] ?? objectId),
    originalKeys: originalKeysOf(objects),
    places: planned,
    scopeKeys: scopes.keys,
    plan: {
      code: generated.code,
      objects: objects.map(({ source, scopes: chain, ...record }) => ({
        ...record,
        // Of a function that can be called, the generated code has the text.
        ...(stubs[record.objectId] !== undefined && stubs[record.objectId] !== NOT_CALLED && { source }),
        properties: record.properties.map(asGenerated),
        ...(record.privateProperties && { privateProperties: record.privateProperties.map(asGenerated) }),
        ...(record.subtype === 'typedarray' && { elementClass: elementClass(record, dump) })
      })),
      aliases,
      idPrefix,
      reasons: { ...REASONS, [NOT_ALLOWED]: NOT_ALLOWED_TEXT, [NOT_KEPT_INSIDE]: NOT_KEPT_INSIDE_TEXT },
      notCalled: NOT_CALLED,
      isPartial,
      limits: isPartial ? LIMITS : [],
      missingReason: isPartial
        ? `not among the ${maxObjects} objects nearest to the frame, which are rebuilt`
        : dump.missingReason,
      stubs,
      homes: methodHomes(objects, aliases),
      privateMethods: scopes.privateMethods,
      scopes: scopes.all.map(({ key, variables, isUnknown, unknownReason }) => ({
        key,
        variables,
        isUnknown,
        unknownReason
      })),
      globals: scopes.globals,
      places: Object.fromEntries(
        [...places].map(([name, place]) => [
          name,
          {
            thisValue: place.this ?? { type: 'undefined' },
            argumentsValue: argumentsOf(dump, place),
            newTarget: newTargetAt(dump, place) ?? null
          }
        ])
      ),
      privateNames: generated.privateNames
    }
  }
}

/** The place of expressions that see no variables of the program. @type {PlacePlan} */
const NOWHERE = { scopeKeys: [], originalNames: [], isStrict: false, hasArguments: false }

/**
 * @param {Preparation} preparation
 * @param {string|null} placeName null: the expression sees no variables of the program
 * @param {string} expression
 * @param {{ awaitsResult?: boolean, ids?: string[], prefersGenerated?: boolean }} [options] ids: of the objects that
 *   the expression finds as `object_0_of_call` and so on; prefersGenerated: as for generateExpression()
 * @returns {import('./child').Request}
 * @throws {SyntaxError} if the expression has a syntax error
 */
function planExpression ({ places, helpers, originalKeys }, placeName, expression, options = {}) {
  const { awaitsResult = false, ids = [], prefersGenerated } = options
  const place = (placeName === null ? undefined : places.get(placeName)) ?? NOWHERE
  const code = expressionCode(expression, helpers, {
    hasArguments: place.hasArguments,
    originalKeys,
    place: placeName
  })
  const isAsync = code.isAsync || awaitsResult
  return {
    code: generateExpression(
      { ...code, isAsync, body: objectsText(ids, helpers) + code.body },
      place,
      helpers,
      prefersGenerated
    ),
    place: placeName,
    isAsync,
    usesArguments: code.usesArguments && place.hasArguments
  }
}

/**
 * @param {Preparation} preparation
 * @param {Scope} scope
 * @param {string} name of the variable
 * @param {string} expression
 * @param {string[]} ids as for planExpression()
 * @returns {import('./child').Request}
 */
function planAssignment ({ scopeKeys, helpers }, scope, name, expression, ids) {
  const code = expressionCode(expression, helpers)
  const [key, text] = [scopeKeys.get(scopeName(scope)) ?? null, name].map(each => JSON.stringify(each))
  const body =
    `${objectsText(ids, helpers)}return ${helpers.realm}.assign(${key}, ${text}, (() => { ${code.body}\n})())`
  return {
    code: generateExpression({ ...code, body }, NOWHERE, helpers),
    place: null,
    isAsync: false,
    usesArguments: false
  }
}

/**
 * @param {string[]} ids
 * @param {{ realm: string }} helpers
 */
function objectsText (ids, { realm }) {
  return ids.map((id, index) => `const object_${index}_of_call = ${realm}.object(${JSON.stringify(id)}); `).join('')
}

/**
 * A property under its name in the code that ran.
 * @template {{ name: string, generatedName?: string }} T
 * @param {T} property
 */
function asGenerated ({ generatedName, name, ...rest }) {
  return generatedName === undefined ? { ...rest, name } : { ...rest, name: generatedName, originalName: name }
}

/** @param {ObjectRecord[]} objects */
function originalKeysOf (objects) {
  /** @type {Set<string>} */
  const found = new Set()
  for (const { properties } of objects) {
    for (const { name, generatedName } of properties) if (generatedName !== undefined) found.add(name)
  }
  return found
}

/**
 * @param {Dump} dump
 * @param {Place} place
 * @returns {Value|null}
 */
function argumentsOf (dump, { scopeChain }) {
  return (
    scopeChain.flatMap(scope => dump.scope(scope).variables).find(({ name }) => name === 'arguments')?.value ?? null
  )
}

/**
 * The objects that can be reached from places, nearest first, up to a limit. Adds the scopes of functions among them
 * to the tree.
 * @param {Dump} dump
 * @param {Place[]} places
 * @param {ScopeTree} scopes
 * @param {{ maxObjects: number, functions: Functions, calls: Set<string>|null }} limits
 * @returns {{ objects: ObjectRecord[], aliases: import('./realm/types').Plan['aliases'] }}
 */
function reachableObjects (dump, places, scopes, { maxObjects, functions, calls }) {
  /** Identity of an object -> id of its nearest record. @type {Map<string, string>} */
  const found = new Map()
  /** @type {Record<string, string>} */
  const aliases = Object.create(null)
  /** @type {string[]} ids; records are parsed in turn, because an array can refer to more objects than are rebuilt */
  const queue = []
  const made = functions === 'all' ? null : new Set(functions)
  const isMade = made === null ? () => true : madeWith(dump, made)
  /** @type {ObjectRecord[]} */
  const objects = []
  /** @param {Value|undefined} value @param {string} [name] under which it was found */
  const visit = (value, name = '') => {
    if (value?.objectId === undefined || value.type === 'symbol') return
    const identity = dump.identityOf(value.objectId)
    const nearest = found.get(identity)
    if (nearest !== undefined && nearest !== value.objectId) aliases[value.objectId] = nearest
    if (nearest !== undefined) return
    if (value.type === 'function' && made !== null && made.size < MAX_CALLED && calls?.has(name)) {
      made.add(value.objectId)
    }
    found.set(identity, value.objectId)
    queue.push(value.objectId)
  }
  let visitedScopes = 0
  const visitScopes = () => {
    for (; visitedScopes < scopes.all.length; visitedScopes++) {
      scopes.all[visitedScopes].variables.forEach(({ value, name }) => visit(value, name))
    }
  }
  for (const place of places) visit(place.this)
  visitScopes()
  scopes.globals.forEach(({ value }) => visit(value))
  for (let i = 0; i < queue.length && objects.length < maxObjects; i++) {
    const record = dump.object(queue[i])
    if (record === undefined) continue
    objects.push(record)
    if (record.type === 'function') {
      if (isMade(record)) scopes.addFunction(record)
      else scopes.stubs[record.objectId] = NOT_CALLED
    }
    visitScopes()
    for (const { name, value, get, set, symbol } of record.properties) {
      for (const each of [value, get, set, symbol]) visit(each, name)
    }
    for (const { value } of record.internalProperties ?? []) visit(value)
    for (const { value, get, set } of record.privateProperties ?? []) for (const each of [value, get, set]) visit(each)
    for (const { key, value } of record.entries ?? []) for (const each of [key, value]) visit(each)
  }
  return { objects, aliases }
}

/**
 * @param {Dump} dump
 * @param {Set<string>} called may grow
 * @returns {(record: ObjectRecord) => boolean} true for a function that was called, and for the classes of its file
 *   that have private members: the methods among them are made with their class
 */
function madeWith (dump, called) {
  const scriptOf = (/** @type {string} */ objectId) => dump.object(objectId)?.functionLocation?.scriptId
  return ({ objectId, source, functionLocation }) =>
    called.has(objectId) ||
    ((source === undefined || (/^\s*class\b/.test(source) && source.includes('#'))) &&
      functionLocation?.scriptId !== undefined &&
      [...called].some(id => scriptOf(id) === functionLocation.scriptId))
}

/**
 * The names of all variables that can be seen, because an original name hides the outer variables of that name. A scope
 * of which not all variables are known may hide any outer one, so it ends the list.
 * @param {import('./code/generate-code').ScopeNode[]} chain outermost first
 * @param {import('../source/original-names').OriginalNames} names
 * @param {Place} place
 * @returns {PlacePlan['originalNames']}
 */
function originalNamesIn (chain, names, place) {
  const known = chain.slice(chain.findLastIndex(({ isUnknown }) => isUnknown) + 1)
  const told = new Set(known.flatMap(({ variables }) => variables.flatMap(({ originalName }) => originalName ?? [])))
  const isAmbiguous = known.some(({ variables }) => variables.some(each => names.ambiguous.has(each)))
  if (told.size === 0 && !isAmbiguous) return []
  const visible = isAmbiguous ? names.at(place) : null
  const ofFile = (/** @type {import('./realm/types').PlannedVariable} */ variable) => {
    const original = names.ambiguous.has(variable) ? visible?.variableOfFile(variable.name) : undefined
    return original === undefined || told.has(original) ? variable.name : original
  }
  return known.map(({ key, variables }) => ({
    key,
    names: variables.map(each => [each.originalName ?? ofFile(each), each.name])
  }))
}

/**
 * The object that each function is a member of. `super` in the function starts at the prototype of that object.
 * @param {ObjectRecord[]} objects
 * @param {Record<string, string>} aliases
 */
function methodHomes (objects, aliases) {
  /** @type {Record<string, string>} */
  const homes = Object.create(null)
  for (const { objectId, properties } of objects) {
    for (const { name, value, get, set } of properties) {
      for (const member of [value, get, set]) {
        if (member?.type === 'function' && member.objectId !== undefined && name !== 'constructor') {
          homes[aliases[member.objectId] ?? member.objectId] ??= objectId
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

module.exports = { planAssignment, planEvaluation, planExpression, MAX_OBJECTS }

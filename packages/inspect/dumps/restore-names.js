'use strict'
// Gives the variables, functions and classes of a dump the names that they have in the original source, where the
// source maps tell them. Code that compares names with the text of the code that ran uses `generatedName`.

const { displayUrl } = require('../source/location')
const { originalNames } = require('../source/original-names')
const { placesOf } = require('../source/scope-places')
const { unlessTooDeep } = require('../source/syntax')
const { OriginalMembers } = require('./original-members')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('crash-collector-shared/dump/format').StackFrame} StackFrame */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('../source/original-names').OriginalNames} OriginalNames */

/** Scopes whose variables stand in the text around the place. */
const DECLARED = new Set(['local', 'block', 'catch', 'closure', 'module'])

/**
 * @param {Dump} dump
 * @returns {void}
 */
function restoreNames (dump) {
  const names = originalNames(dump)
  if (!names.hasAny) return
  /** @type {Set<Variable[]>} */
  const done = new Set()
  const threads = /** @type {CallFrameRecord[]} */ (dump.threads.flatMap(({ callFrames = [] }) => callFrames))
  for (const place of [...dump.allCallFrames, ...dump.asyncTasks, ...threads]) {
    unlessTooDeep(() => restorePlace(dump, names, place, done))
  }
  restoreStacks(dump, names)
  restoreObjects(dump, names)
}

/**
 * @param {Dump} dump
 * @param {OriginalNames} names
 * @param {CallFrameRecord|AsyncTaskRecord} place
 * @param {Set<Variable[]>} done the variables of the scopes that have their names
 */
function restorePlace (dump, names, place, done) {
  const visible = names.at(place)
  if (visible === null) return
  placesOf(dump, place).scopeChain.forEach((placed, i) => {
    const whole = dump.scope(placed)
    if (!DECLARED.has(placed.type) || done.has(whole.variables)) return
    done.add(whole.variables)
    const told = visible.variablesOf(placed, whole.variables.map(({ name }) => name))
    const refused = renameVariables(whole.variables, told)
    for (const variable of whole.variables) if (refused.has(variable.name)) names.ambiguous.add(variable)
    const name = placed.name && visible.functionOf(placed, placed.name)
    for (const scope of name ? [place.scopeChain[i], whole] : []) scope.name = name
  })
  place.functionName = visible.functionName(place.functionName) ?? place.functionName
}

/**
 * Changes the names in place. Of several variables of one scope that would have the same name, each keeps its own.
 * @param {(Variable|import('crash-collector-shared/dump/format').Property)[]} variables or properties
 * @param {Map<string, string>} names
 * @returns {Set<string>} the names that are kept because of others
 */
function renameVariables (variables, names) {
  /** @type {Set<string>} */
  const refused = new Set()
  for (let isAmbiguous = names.size > 0; isAmbiguous;) {
    /** @type {Map<string, number>} */
    const counts = new Map()
    for (const { name } of variables) {
      const shown = names.get(name) ?? name
      counts.set(shown, (counts.get(shown) ?? 0) + 1)
    }
    isAmbiguous = false
    for (const [name, shown] of names) {
      if (counts.get(shown) === 1) continue
      isAmbiguous = names.delete(name)
      refused.add(name)
    }
  }
  for (const variable of variables) {
    const name = names.get(variable.name)
    if (name !== undefined) Object.assign(variable, { name, generatedName: variable.name })
  }
  return refused
}

/** The words before the name of a function in a stack. A minifier may have removed the name. */
const STACK_NAME = /^((?:async |new )?)((?:[\p{ID_Start}$_][\p{ID_Continue}$]*)?)$/u

/**
 * Restores the names of functions in the stacks of the errors, if they are no more than a function's name.
 * @param {Dump} dump
 * @param {OriginalNames} names
 */
function restoreStacks (dump, names) {
  const scripts = new Map(Array.from(dump.scripts(), ({ url, scriptId }) => [displayUrl(url), scriptId]))
  for (const error of [dump.exception, ...dump.causes]) {
    for (const frame of error?.stack ?? []) {
      const [, before, name] = STACK_NAME.exec(frame.functionName) ?? []
      const scriptId = scripts.get(displayUrl(frame.url))
      if (name === undefined || scriptId === undefined) continue
      const original = unlessTooDeep(() => names.at({ ...frame, scriptId })?.functionName(name))
      if (original !== undefined) frame.functionName = before + original
    }
  }
}

/**
 * @param {Dump} dump
 * @param {OriginalNames} names
 */
function restoreObjects (dump, names) {
  /** Names of classes by the objectId of the prototype. @type {Map<string, string|undefined>} */
  const classes = new Map()
  const members = new OriginalMembers(membersOf(names), renameVariables)
  dump.correctObjects((record, read) => {
    const { className, functionLocation, type } = record
    if (functionLocation !== undefined) {
      const name = record.properties.find(({ name, symbol }) => name === 'name' && symbol === undefined)?.value?.value
      const original = nameOfFunction(names, functionLocation, typeof name === 'string' ? name : undefined)
      if (original !== undefined) record.originalName = original
    }
    members.restore(record, read)
    const prototypeId = record.internalProperties?.find(({ name }) => name === '[[Prototype]]')?.value.objectId
    if (className === undefined || prototypeId === undefined || type === 'function') return
    if (!classes.has(prototypeId)) {
      const location = classLocation(prototypeId, read)
      classes.set(prototypeId, location && nameOfFunction(names, location, className))
    }
    record.className = classes.get(prototypeId) ?? className
  })
}

/**
 * @param {string} prototypeId
 * @param {(objectId: string) => ObjectRecord|undefined} read
 * @returns {import('crash-collector-shared/dump/format').Position|undefined} where the constructor of the objects
 *   stands
 */
function classLocation (prototypeId, read) {
  try {
    const made = read(prototypeId)?.properties.find(({ name }) => name === 'constructor')?.value?.objectId
    return made === undefined ? undefined : read(made)?.functionLocation
  } catch {
    return undefined // a damaged object, which says so when it is shown itself
  }
}

/**
 * @param {OriginalNames} names
 * @param {import('crash-collector-shared/dump/format').Position} location of a function or class
 * @param {string} [name] in the code that ran
 * @returns {string|undefined}
 */
function nameOfFunction (names, location, name) {
  return unlessTooDeep(
    () =>
      names.at({ ...location, functionLocation: location })?.functionName(name) ?? names.at(location)?.className(name)
  )
}

/**
 * @param {OriginalNames} names
 * @returns {ConstructorParameters<typeof OriginalMembers>[0]}
 */
function membersOf (names) {
  /** @type {Map<string, import('../source/member-names').MemberNames|null>} */
  const known = new Map()
  return location => {
    const key = `${location.scriptId} ${location.lineNumber} ${location.columnNumber}`
    let found = known.get(key)
    if (found === undefined) {
      found =
        unlessTooDeep(() =>
          (names.at({ ...location, functionLocation: location }) ?? names.at(location))?.members()
        ) ?? null
      known.set(key, found)
    }
    return found
  }
}

module.exports = { restoreNames }

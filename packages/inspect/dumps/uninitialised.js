'use strict'
// Takes the values from variables that have none where their function stands, by the text of the script. V8 leaves in
// a register what the last round of a loop has put there, so it shows that for a variable that this round has not
// reached (test/workarounds/last-round-in-register.js, Node.js 20 to 26). It shows undefined for a variable of a
// suspended function (test/workarounds/uninitialised-while-suspended.js, Node.js 22 to 26), and V8 11 for any `const`,
// `let` or class (test/workarounds/uninitialised-as-undefined.js, Node.js 20), both also if the optimising compiler has
// removed it. Otherwise V8 says that there is no value, without the reason, which the text tells.
//
// Of a waiting function that was optimised, undefined may stand for a value that was removed. The text shows which of
// these variables V8 must have kept, so that they are undefined.

const { declaredIn } = require('../source/declarations')
const { isInitialised } = require('../source/initialisation')
const { hasNoValueYet, isReadLater, isReadNoMore } = require('../source/liveness')
const { NEW_TARGET } = require('../source/scope-places')
const { offsetOf } = require('../source/lines')
const { scriptTree, treeAround } = require('../source/script-trees')
const { child, functionStart, isFunction, pathTo, unlessTooDeep } = require('../source/syntax')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('crash-collector-shared/dump/format').NotCapturedReason} NotCapturedReason */
/** @typedef {import('../source/syntax').AnyNode} AnyNode */
/** @typedef {NonNullable<ReturnType<typeof declaredIn>>} Declaration */

/** Versions that show the variables of a pattern in the head of a loop over a list as they are before the loop. */
const SHOWS_BEFORE_LOOP = /^v2[02]\./
/** Scopes of the function itself. Outer ones are contexts, in which V8 marks what has no value. */
const OWN_SCOPES = new Set(['local', 'block', 'catch'])
/** In code without these, no variable can have a value of an earlier round. */
const MAY_COME_AGAIN = /\b(?:for|while|do|switch)\b/

/**
 * Replaces values that the variables don't have by the reason why there is none. Viewers alone know these reasons:
 * `uninitialised`, `optimisedAway`, `undecided` and `undefinedOrAway` if the text does not tell, and `sourceMissing` if
 * there is none.
 * @param {Dump} dump
 * @returns {void}
 */
function markUninitialised (dump) {
  const threads = /** @type {CallFrameRecord[]} */ (dump.threads.flatMap(({ callFrames = [] }) => callFrames))
  /** Many tasks stand at one place. @type {Map<string, Place|null>} */
  const places = new Map()
  for (const frame of [...dump.allCallFrames, ...dump.asyncTasks, ...threads]) {
    const scopes = ownScopes(frame).filter(scope => dump.scope(scope).variables.length > 0)
    if (scopes.length === 0) continue
    // What a waiting function does later with its variables may be done by functions in it.
    const needsAll = scopes.some(scope => dump.scope(scope).saved !== undefined)
    const key = `${frame.scriptId} ${frame.lineNumber} ${frame.columnNumber} ${needsAll}`
    let place = places.get(key)
    if (place === undefined) places.set(key, (place = placeOf(dump, frame)))
    if (place === null) {
      scopes.forEach(scope => doubtValues(dump.scope(scope), frame.kind === 'asyncTask'))
      continue
    }
    if (!(place.comesAgain || scopes.some(scope => isDoubtful(dump.scope(scope))))) continue
    place.around ??= nodesAround(
      needsAll ? scriptTree(dump, frame.scriptId) : treeAround(dump, frame.scriptId, place.offset),
      place
    )
    if (place.around.length === 0) scopes.forEach(scope => doubtValues(dump.scope(scope), false))
    markVariables(dump, place, place.around, scopes)
  }
}

/**
 * @param {CallFrameRecord|AsyncTaskRecord} frame
 * @returns {Scope[]} its own scopes, innermost first. Those of a module's own function end with the module
 */
function ownScopes ({ scopeChain }) {
  const outer = scopeChain.findIndex(({ type }) => !OWN_SCOPES.has(type))
  const own = outer === -1 ? scopeChain : scopeChain.slice(0, outer)
  const isOfModule = scopeChain[outer]?.type === 'module' && own.every(({ type }) => type !== 'local')
  return isOfModule ? [...own, scopeChain[outer]] : own
}

/**
 * @typedef {object} Place where a function stands
 * @property {string} source
 * @property {number} offset
 * @property {number} [start] of the function, if V8 has told it
 * @property {boolean} comesAgain control may have been there before in the same call
 * @property {AnyNode[]} [around] what can declare its variables, innermost first, once that was needed
 */

/**
 * @param {Dump} dump
 * @param {CallFrameRecord|AsyncTaskRecord} frame
 * @returns {Place|null} null if the text is not known
 */
function placeOf (dump, frame) {
  const source = dump.script(frame.scriptId)?.source
  if (source === undefined) return null
  const offset = offsetOf(source, frame)
  const known = 'functionLocation' in frame ? frame.functionLocation : undefined
  const start = known === undefined ? undefined : offsetOf(source, known)
  if (offset === -1 || start === -1) return null
  return { source, offset, start, comesAgain: MAY_COME_AGAIN.test(source.slice(start, offset)) }
}

/**
 * The texts of scripts that have a frame are in a dump, but not those of all tasks.
 * @param {Scope} scope of a function whose text is not known
 * @param {boolean} isOfTask
 */
function doubtValues ({ variables, saved }, isOfTask) {
  for (const variable of variables) {
    if (variable.value === undefined) continue
    const isDoubtful = saved === 'live' || ((isOfTask || saved !== undefined) && variable.value.type === 'undefined')
    if (!isDoubtful) continue
    delete variable.value
    variable.notCapturedReason = /** @type {NotCapturedReason} */ ('sourceMissing')
  }
}

/** @param {Scope} scope */
function isDoubtful ({ variables, saved }) {
  return saved !== undefined || variables.some(({ value }) => value === undefined || value.type === 'undefined')
}

/**
 * @param {AnyNode|null} program
 * @param {Place} place
 * @returns {AnyNode[]} empty if the text tells nothing
 */
function nodesAround (program, { source, offset, start }) {
  if (program === null) return []
  const found = unlessTooDeep(() => {
    const path = pathTo(program, offset)
    const own = path.findLastIndex(isFunction)
    // The source was changed after it was loaded, or the code is generated.
    if (start !== undefined && start !== (own === -1 ? 0 : functionStart(source, path[own]))) return []
    const around = path.slice(Math.max(own, 0))
    // The function may stand in its parameters.
    const body = own === -1 ? null : child(path[own], 'body')
    if (body !== null && around[1] !== body) around.splice(1, around.length, body)
    return around.reverse()
  })
  return found ?? []
}

/**
 * @param {Dump} dump
 * @param {Place} place
 * @param {AnyNode[]} around
 * @param {Scope[]} scopes innermost first
 */
function markVariables (dump, { source, offset }, around, scopes) {
  const showsBeforeLoop = SHOWS_BEFORE_LOOP.test(dump.header.node)
  /** Number of nodes that the inner scopes have used, by name. @type {Map<string, number>} */
  const used = new Map()
  /** @type {OwnVariable[]} */
  const own = []
  for (const scope of scopes) {
    const { startLocation, endLocation, variables, saved } = dump.scope(scope)
    const start = startLocation === undefined ? -1 : offsetOf(source, startLocation)
    const end = endLocation === undefined ? -1 : offsetOf(source, endLocation)
    for (const variable of variables) {
      // It has its value before the function begins.
      if (variable.name === NEW_TARGET && variable.notCapturedReason === 'unavailable') {
        variable.notCapturedReason = /** @type {NotCapturedReason} */ ('optimisedAway')
      }
      const index = around.findIndex(
        (node, i) =>
          i >= (used.get(variable.name) ?? 0) &&
          (start >= end || isAround(node, around[i + 1], start, end)) &&
          declaredIn(node, variable.name) !== undefined
      )
      if (index === -1) continue
      used.set(variable.name, index + 1)
      const declaration = /** @type {Declaration} */ (declaredIn(around[index], variable.name))
      const reason = whyNoValue(declaration, offset, variable, { showsBeforeLoop })
      own.push({ variable, declaration, reason, saved })
    }
  }
  const savedAs = howSaved(own, around)
  for (const each of own) {
    const { variable, reason } = each
    const whyNot = whyNotSaved(each, savedAs, around)
    if (whyNot !== undefined) {
      delete variable.value
      variable.notCapturedReason = /** @type {NotCapturedReason} */ (whyNot)
    } else if (reason !== undefined && variable.value === undefined) {
      delete variable.notCapturedReason
      variable.value = { type: 'undefined' }
    }
  }
}

/**
 * @param {OwnVariable} own
 * @param {'live'|'unknown'|'all'} savedAs
 * @param {AnyNode[]} around
 * @returns {string|undefined} why there is no value; undefined if the variable has the one that is there, or undefined
 */
function whyNotSaved ({ variable, declaration, reason, saved }, savedAs, around) {
  if (saved === undefined || (reason !== undefined && reason !== 'optimisedAway')) return reason
  if (isReadLater(declaration, around)) return undefined
  if (savedAs === 'live') return 'optimisedAway'
  if (savedAs === 'all' || variable.value?.type !== 'undefined') return reason
  return hasNoValueYet(declaration, around) ? undefined : 'undefinedOrAway'
}

/**
 * @typedef {object} OwnVariable
 * @property {Variable} variable
 * @property {Declaration} declaration
 * @property {string|undefined} reason see whyNoValue()
 * @property {Scope['saved']} saved
 */

/**
 * One variable tells by which code V8 has saved all of them.
 * @param {OwnVariable[]} own
 * @param {AnyNode[]} around
 * @returns {'live'|'unknown'|'all'}
 */
function howSaved (own, around) {
  const first = own.find(({ saved }) => saved !== undefined)?.saved
  if (first !== 'unknown') return first ?? 'all'
  for (const { variable, declaration, reason, saved } of own) {
    if (saved === undefined) continue
    if (reason === 'optimisedAway') return 'live'
    const hasValue = reason === undefined && variable.value !== undefined && variable.value.type !== 'undefined'
    if (hasValue && isReadNoMore(declaration, around)) return 'all'
  }
  return 'unknown'
}

/**
 * @param {AnyNode} node
 * @param {AnyNode|undefined} outer
 * @param {number} start of a scope
 * @param {number} end of it; V8 may give more than the text for a module
 */
function isAround (node, outer, start, end) {
  // V8 has one scope for a function and its body.
  const whole = outer !== undefined && isFunction(outer) ? outer : node
  return whole.type === 'Program' || (whole.start <= start && end <= whole.end)
}

/**
 * @param {Declaration} declaration
 * @param {number} offset
 * @param {Variable} variable
 * @param {{ showsBeforeLoop: boolean }} version of V8
 * @returns {'uninitialised'|'optimisedAway'|'undecided'|undefined} undefined if the value is right, or if it is missing
 *   for another reason
 */
function whyNoValue (declaration, offset, { value, notCapturedReason }, version) {
  // An import is initialised by another module.
  if (declaration.kind === 'import') return undefined
  const isInitial = isInitialised(declaration, offset)
  const isMissing = value === undefined && notCapturedReason === 'unavailable'
  if (value === undefined && !isMissing) return undefined
  if (isInitial === undefined) return 'undecided'
  if (!isInitial) return 'uninitialised'
  if (!isMissing && value?.type !== 'undefined') return undefined
  if (version.showsBeforeLoop && isInHead(declaration.scope, offset)) return 'undecided'
  if (isMissing) return 'optimisedAway'
  return neverUndefined(declaration) ? 'optimisedAway' : undefined
}

/**
 * True in the pattern of a loop over a list.
 * @param {AnyNode} scope
 * @param {number} offset
 */
function isInHead (scope, offset) {
  const body = /^For(?:In|Of)Statement$/.test(scope.type) ? child(scope, 'body') : null
  return body !== null && offset < body.start
}

/** Expressions whose value is never undefined. */
const DEFINITE = new Set([
  'Literal',
  'TemplateLiteral',
  'ObjectExpression',
  'ArrayExpression',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassExpression',
  'NewExpression',
  'BinaryExpression',
  'UpdateExpression'
])

/**
 * True if the variable has a value other than undefined from its declaration on.
 * @param {Declaration} declaration
 * @returns {boolean}
 */
function neverUndefined ({ kind, id, declarator }) {
  const init = /** @type {AnyNode|null|undefined} */ (declarator?.init)
  // A pattern takes its value apart, and a `let` or a class may be assigned.
  if (kind !== 'const' || declarator?.id !== id || !init) return false
  return DEFINITE.has(init.type) || (init.type === 'UnaryExpression' && init.operator !== 'void')
}

module.exports = { markUninitialised, ownScopes }

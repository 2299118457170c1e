'use strict'
// Gives variables that V8's optimising compilers have removed the value that the next frame shows: a function that
// stands at the call `pay(account)` has passed the very value that the parameter of `pay` has in the next inner frame,
// and the other way round. The compilers remove what nothing reads any more, so this is the most usual loss at places
// that fail often.
//
// Only what the texts of both functions prove is taken over: which call it is, that it runs that function and not one
// that passes something else on, and that neither the variable nor the parameter has changed since.

const { unlessTooDeep } = require('../../source/syntax')
const { ownScopes } = require('../uninitialised')
const { linksOf } = require('./links')
const { isLost, knownValueOf } = require('./lost')
const { tiesOf } = require('./ties')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */
/** @typedef {import('../../values/types').PassedVariable} PassedVariable */
/** @typedef {import('./ties').Tie} Tie */

/**
 * @param {Dump} dump whose variables without a value have the reason for that
 * @returns {void}
 */
function takePassedValues (dump) {
  const stacks = stacksOf(dump)
  separateScopes(dump, stacks.flat())
  for (const frames of stacks) {
    const ties = unlessTooDeep(() => linksOf(dump, frames).flatMap(tiesOf)) ?? []
    // A value may come through several frames.
    for (let isOpen = ties.length > 0; isOpen;) isOpen = ties.filter(takeOver).length > 0
  }
}

/**
 * A dump has scopes with the same contents once, also if they belong to different calls of a function. Scopes in which
 * a variable may get a value become frames' own.
 * @param {Dump} dump
 * @param {CallFrameRecord[]} frames
 */
function separateScopes (dump, frames) {
  /** @type {Map<string|undefined, number>} */
  const counts = new Map()
  for (const { scopeChain } of [...frames, ...dump.asyncTasks]) {
    for (const { scopeId } of scopeChain) counts.set(scopeId, (counts.get(scopeId) ?? 0) + 1)
  }
  for (const frame of frames) {
    for (const scope of ownScopes(frame)) {
      if (scope.scopeId === undefined || counts.get(scope.scopeId) === 1) continue
      const { scopeId, variables, ...rest } = dump.scope(scope)
      if (!variables.some(isLost)) continue
      frame.scopeChain[frame.scopeChain.indexOf(scope)] = { ...rest, variables: variables.map(each => ({ ...each })) }
    }
  }
}

/**
 * @param {Dump} dump
 * @returns {CallFrameRecord[][]} the frames of each error and of each other thread
 */
function stacksOf (dump) {
  /** @type {Map<number, CallFrameRecord[]>} */
  const ofErrors = new Map()
  for (const frame of dump.allCallFrames) {
    const others = ofErrors.get(frame.error ?? 0)
    if (others === undefined) ofErrors.set(frame.error ?? 0, [frame])
    else others.push(frame)
  }
  const ofThreads = dump.threads.map(({ callFrames = [] }) => /** @type {CallFrameRecord[]} */ (callFrames))
  return [...ofErrors.values(), ...ofThreads]
}

/**
 * @param {Tie} tie
 * @returns {boolean} true if a variable has got a value
 */
function takeOver ({ parameter, argument, value = knownValueOf(argument), inner, outer }) {
  if (isLost(parameter) && value !== undefined) {
    give(parameter, { value, passedBy: outer.index })
    return true
  }
  const got = knownValueOf(parameter)
  if (argument === undefined || !isLost(argument) || got === undefined) return false
  give(argument, { value: got, passedTo: inner.index })
  return true
}

/** @param {Variable} variable @param {Partial<PassedVariable>} known */
function give (variable, known) {
  delete variable.notCapturedReason
  Object.assign(variable, known)
}

module.exports = { takePassedValues }

'use strict'
// Explains "Maximum call stack size exceeded": names the functions that call each other, and which of their arguments
// stay the same.

const { sameValue } = require('../collections')
const { Scene } = require('../scene')
const { children } = require('../../source/syntax')
const { inCode } = require('../words')
const { variableNamed } = require('../../source/original-names')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */

/** How often the same sequence of functions must repeat to count as a recursion. */
const ROUNDS = 3
const MAX_PERIOD = 4

/** @type {import('../types').Rule} */
const stackOverflow = {
  name: 'stack-overflow',
  explain (dump) {
    const { message, className, stack = [] } = dump.exception ?? {}
    if (className !== 'RangeError' || message !== 'Maximum call stack size exceeded') return undefined
    const frames = dump.callFrames.filter(({ role }) => role === undefined)
    const period = periodOf(
      frames,
      frame => `${frame.scriptId}:${frame.functionLocation?.lineNumber}:${frame.functionLocation?.columnNumber}`
    )
    // The innermost frame is left out, because it may belong to a function that the recursion called.
    if (period !== undefined && frames[1].functionLocation !== undefined) {
      return ofFrames(dump, frames.slice(1, 1 + period * ROUNDS), period)
    }
    const ofStack = periodOf(stack, ({ functionName, url }) => `${functionName} ${url}`)
    const names = ofStack === undefined ? [] : stack.slice(1, 1 + ofStack).map(({ functionName }) => functionName)
    return names.length === 0 || names.includes('') ? undefined : whoCalls(names)
  }
}

/**
 * @template T
 * @param {T[]} frames
 * @param {(frame: T) => string} keyOf
 * @returns {number|undefined}
 */
function periodOf (frames, keyOf) {
  const keys = frames.slice(1).map(keyOf)
  for (let period = 1; period <= MAX_PERIOD; period++) {
    const length = Math.max(period * ROUNDS, 6)
    if (keys.length >= length && keys.slice(0, length).every((key, i) => key === keys[i % period])) return period
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord[]} frames
 * @param {number} period
 */
function ofFrames (dump, frames, period) {
  const names = frames.slice(0, period).map(({ functionName }) => functionName || '(anonymous)')
  const scene = new Scene(dump, frames[0])
  const parameters =
    scene.function === null
      ? []
      : children(scene.function, 'params').flatMap(each => (each.type === 'Identifier' ? [String(each.name)] : []))
  const rounds = frames.filter((_, i) => i % period === 0)
  /** @type {string[]} */
  const same = []
  /** @type {string[]} */
  const changing = []
  for (const name of parameters) {
    const found = rounds.map(({ scopeChain }) => {
      const locals = scopeChain.filter(({ type }) => type === 'local')
      return variableNamed(locals.flatMap(scope => dump.scope(scope).variables), name)
    })
    const shown = found[0]?.name ?? name
    const results = found.slice(1).map(each => sameValue(each?.value, found[0]?.value))
    if (results.every(each => each === true)) same.push(shown)
    if (results.every(each => each === false)) changing.push(shown)
  }
  const place = ` (${scene.place})`
  if (parameters.length === 0) return whoCalls(names) + place
  if (same.length === parameters.length) return `${whoCalls(names)}${place}, each time with the same ${list(same)}`
  if (changing.length === 0) return whoCalls(names) + place
  return (
    `${whoCalls(names)}${place}; ${list(changing)} changed from call to call` +
    (same.length > 0 ? `, ${list(same)} did not` : '')
  )
}

/** @param {string[]} names innermost first */
function whoCalls (names) {
  if (names.length === 1) return `${inCode(names[0])} called itself until the stack was full`
  const circle = [...names].reverse().map(inCode).join(' called ')
  return `${circle} called ${inCode(names[names.length - 1])} again until the stack was full`
}

/** @param {string[]} names */
function list (names) {
  return names.map(inCode).join(', ')
}

module.exports = { stackOverflow }

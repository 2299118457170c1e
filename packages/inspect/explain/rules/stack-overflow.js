'use strict'
// Explains "Maximum call stack size exceeded": names the functions that call each other, which of their arguments stay
// the same, and where an object that they walk through leads back to itself.

const { callIn } = require('../application-call')
const { isApplicationFrame } = require('../../crash/application-frames')
const { sameValue } = require('../collections')
const { memberText } = require('../../values/member-text')
const { Scene } = require('../scene')
const { children } = require('../../source/syntax')
const { inCode } = require('../words')
const { variableNamed } = require('../../source/original-names')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */

/** How often the same sequence of functions must repeat to count as a recursion. */
const ROUNDS = 3
const LEAST_FRAMES = 6
const MAX_PERIOD = 4
/** How many frames of functions that the recursion has called may be above it. */
const MAX_CALLED = 8

/** @type {import('../types').Rule} */
const stackOverflow = {
  name: 'stack-overflow',
  explain (dump) {
    const { message, className, stack = [] } = dump.exception ?? {}
    if (className !== 'RangeError' || message !== 'Maximum call stack size exceeded') return undefined
    const frames = dump.callFrames.filter(({ role }) => role === undefined)
    const round = roundOf(
      frames,
      frame => `${frame.scriptId}:${frame.functionLocation?.lineNumber}:${frame.functionLocation?.columnNumber}`
    )
    if (round.length > 0 && round[0].functionLocation !== undefined) {
      const rest = frames.slice(frames.indexOf(round[0]))
      const { text, parameters } = ofFrames(dump, rest.slice(0, round.length * ROUNDS), round.length)
      const recursion = rest.filter(frame => round.some(each => isSameFunction(frame, each)))
      const ring = ringText(dump, recursion, parameters)
      return ring === undefined ? text : `${text}; ${ring}`
    }
    const names = roundOf(stack, ({ functionName, url }) => `${functionName} ${url}`)
      .map(({ functionName }) => functionName)
    return names.length === 0 || names.includes('') ? undefined : whoCalls(names)
  }
}

/**
 * The innermost frame is left out, because it may belong to a function that the recursion called, as more may that
 * follow it.
 * @template T
 * @param {T[]} frames innermost first
 * @param {(frame: T) => string} keyOf
 * @returns {T[]} the first round of functions that call each other; empty if nothing repeats
 */
function roundOf (frames, keyOf) {
  const keys = frames.map(keyOf)
  for (let start = 1; start <= MAX_CALLED; start++) {
    for (let period = 1; period <= MAX_PERIOD; period++) {
      const length = Math.max(period * ROUNDS, LEAST_FRAMES)
      const rest = keys.slice(start, start + length)
      if (rest.length === length && rest.every((key, i) => key === rest[i % period])) {
        return frames.slice(start, start + period)
      }
    }
  }
  return []
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
  const who = whoCalls(names) + place
  if (parameters.length > 0 && same.length === parameters.length) {
    return { text: `${who}, each time with the same ${list(same)}`, parameters }
  }
  if (changing.length === 0) return { text: who, parameters }
  const others = same.length > 0 ? `, ${list(same)} did not` : ''
  return { text: `${who}; ${list(changing)} changed from call to call${others}`, parameters }
}

/**
 * Says where the application's object leads back to itself, if the recursion has come to the same object again.
 * @param {Dump} dump
 * @param {CallFrameRecord[]} frames of the functions that call each other
 * @param {string[]} parameters of the function
 */
function ringText (dump, frames, parameters) {
  const own = frames.filter(frame => isSameFunction(frame, frames[0]))
  for (const name of parameters) {
    const ids = own.flatMap(({ scopeChain }) => {
      const locals = scopeChain.filter(({ type }) => type === 'local')
      return variableNamed(locals.flatMap(scope => dump.scope(scope).variables), name)?.value?.objectId ?? []
    })
    const ring = new Set(ids)
    if (ring.size < 2 || ring.size === ids.length) continue
    const caller = dump.callFrames.find(frame =>
      isApplicationFrame(frame) && frame.role === undefined && !frames.some(each => isSameFunction(frame, each)))
    const call = caller === undefined ? undefined : callIn(new Scene(dump, caller))
    for (const each of call?.args ?? []) {
      const id = call?.scene.value(each)?.objectId
      const way = id === undefined || !ring.has(id) ? undefined : wayBack(dump, id, ring)
      if (way === undefined || call === undefined) continue
      const code = call.scene.code(each)
      return `\`${code.slice(1, -1)}${way}\` is ${code} again`
    }
  }
  return undefined
}

/**
 * @param {CallFrameRecord} a
 * @param {CallFrameRecord} b
 */
function isSameFunction ({ scriptId, functionLocation: a }, { scriptId: other, functionLocation: b }) {
  return scriptId === other && a?.lineNumber === b?.lineNumber && a?.columnNumber === b?.columnNumber
}

/**
 * @param {Dump} dump
 * @param {string} start id of an object
 * @param {Set<string>} ring objects through which the way may go
 * @returns {string|undefined} the shortest way from the object to itself: `.players[0].room`
 */
function wayBack (dump, start, ring) {
  const queue = [{ id: start, way: '' }]
  const seen = new Set([start])
  for (const { id, way } of queue) {
    for (const { name, symbol, value } of dump.object(id)?.properties ?? []) {
      if (symbol !== undefined || value?.objectId === undefined) continue
      const longer = way + memberText(name, '.')
      if (value.objectId === start) return longer
      if (!ring.has(value.objectId) || seen.has(value.objectId)) continue
      seen.add(value.objectId)
      queue.push({ id: value.objectId, way: longer })
    }
  }
  return undefined
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

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
      const { text, parameters } = ofFrames(dump, frames.slice(1, 1 + period * ROUNDS), period)
      const round = frames.slice(1, 1 + period)
      const recursion = frames.slice(1).filter(frame => round.some(each => isSameFunction(frame, each)))
      const ring = ringText(dump, recursion, parameters)
      return ring === undefined ? text : `${text}; ${ring}`
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

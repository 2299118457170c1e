'use strict'
// Chooses the variables of a frame that tell most: those that its line mentions, then those that were captured whole.
// What a frame further in has shown tells little.

const { linesOf } = require('../../source/lines')
const { plain } = require('../../text/terminal-text')

/** @typedef {import('../types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

/** A longer line is of minified code, and mentions everything. */
const MAX_LINE = 400
/** Rank of a variable that is a function or undefined, or that an earlier frame has shown. */
const SAYS_LITTLE = 3
/** Rank of a variable whose value is not known. */
const UNKNOWN = 5

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 * @param {Variable[]} variables
 * @returns {{ shown: Variable[], left: string[] }} left: names of others that have a value
 */
function tellingVariables (view, frame, variables) {
  const { limits, told } = view
  const mentioned = namesIn(lineOf(view, frame))
  const rank = (/** @type {Variable} */ { name, value }) => {
    if (value === undefined) return UNKNOWN
    if (told.has(keyOf({ name, value }))) return SAYS_LITTLE + (mentioned.has(name) ? 0 : 1)
    if (mentioned.has(name)) return 0
    return value.type === 'function' || value.type === 'undefined' ? SAYS_LITTLE : 1
  }
  const ranks = new Map(variables.map(each => [each, rank(each)]))
  const rankOf = (/** @type {Variable} */ each) => ranks.get(each) ?? UNKNOWN
  const known = variables.filter(each => rankOf(each) < UNKNOWN)
  const chosen = new Set([...known].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, limits.variables))
  for (const each of chosen) told.add(keyOf(each))
  return {
    shown: known.filter(each => chosen.has(each)),
    left: known.filter(each => !chosen.has(each) && each.value?.type !== 'function').map(({ name }) => plain(name))
  }
}

/** @param {Variable} variable */
function keyOf ({ name, value }) {
  return value?.objectId ?? `${name} ${value?.unserializableValue ?? value?.value}`
}

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 * @returns {string} the line at which the frame stands; '' if it is not known
 */
function lineOf ({ sourceMaps }, frame) {
  const { source, marked } = sourceMaps.resolve(frame)
  const line = source === undefined ? '' : (linesOf(source)[marked.lineNumber] ?? '')
  return line.length > MAX_LINE ? '' : line
}

/** @param {string} line */
function namesIn (line) {
  return new Set(line.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))
}

module.exports = { tellingVariables }

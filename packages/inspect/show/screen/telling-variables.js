'use strict'
// Chooses the variables of a frame that tell most: those that its line mentions, then those that were captured whole.

const { linesOf } = require('../../source/lines')
const { plain } = require('../../text/terminal-text')

/** @typedef {import('../types').View} View */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').Variable} Variable */

/** A longer line is of minified code, and mentions everything. */
const MAX_LINE = 400
/** Rank of a variable whose value is not known. */
const UNKNOWN = 4

/**
 * @param {View} view
 * @param {CallFrameRecord} frame
 * @param {Variable[]} variables
 * @returns {{ shown: Variable[], left: string[] }} left: names of others that have a value
 */
function tellingVariables (view, frame, variables) {
  const { limits } = view
  const mentioned = namesIn(lineOf(view, frame))
  const rank = (/** @type {Variable} */ { name, value }) => {
    if (value === undefined) return UNKNOWN
    if (mentioned.has(name)) return 0
    return value.type === 'function' || value.type === 'undefined' ? 3 : 1
  }
  const known = variables.filter(each => rank(each) < UNKNOWN)
  const chosen = new Set([...known].sort((a, b) => rank(a) - rank(b)).slice(0, limits.variables))
  return {
    shown: known.filter(each => chosen.has(each)),
    left: known.filter(each => !chosen.has(each) && each.value?.type !== 'function').map(({ name }) => plain(name))
  }
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

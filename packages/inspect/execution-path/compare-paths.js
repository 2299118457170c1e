'use strict'
// Finds where the paths of two requests part: the first statement that one of them ran and the other did not.

const { displayUrl, fileOf, workingDirectory } = require('../source/location')
const { linesOf, placeAt } = require('../source/lines')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/event-types').ExecutionPathRecord} ExecutionPathRecord */

/**
 * A statement, branch or function that a request ran.
 * @typedef {object} PathPlace
 * @property {number} step from 0
 * @property {number} ms since the request's start
 * @property {string} file
 * @property {number} lineNumber 0-based
 * @property {string} code the line, from there on
 */

/**
 * @typedef {object} PathSide
 * @property {string} name of the request
 * @property {number} steps that are compared
 * @property {number} onlyHere how many of them the other request did not take
 * @property {PathPlace | null} next the first of these
 */

/**
 * @typedef {object} PathDifference
 * @property {PathSide} a
 * @property {PathSide} b
 * @property {PathPlace | null} parting the last step before they part; null if they part nowhere, or at once
 * @property {string[]} changed files that are left out, because the dumps have not both the same text of them
 */

/** @typedef {{ key: string, index: number, source: string, offset: number, file: string, ms: number }} Step */

/**
 * @param {Dump} a
 * @param {Dump} b
 * @returns {PathDifference | null} null if a dump has no path
 */
function comparePaths (a, b) {
  if (a.executionPath === null || b.executionPath === null) return null
  const changed = changedFiles(a, b)
  const [stepsA, stepsB] = [stepsOf(a, changed), stepsOf(b, changed)]
  const [onlyA, onlyB] = [without(stepsA, stepsB), without(stepsB, stepsA)]
  const last =
    onlyA.length > 0 ? stepsA[stepsA.indexOf(onlyA[0]) - 1] : stepsB[stepsB.indexOf(onlyB[0]) - 1]
  const sideOf = (/** @type {Dump} */ { executionPath }, /** @type {Step[]} */ steps, /** @type {Step[]} */ only) => ({
    name: executionPath?.name ?? '',
    steps: steps.length,
    onlyHere: only.length,
    next: only.length === 0 ? null : placeOf(only[0])
  })
  return {
    a: sideOf(a, stepsA, onlyA),
    b: sideOf(b, stepsB, onlyB),
    parting: last === undefined ? null : placeOf(last),
    changed: [...changed].map(file => displayUrl(file, workingDirectory(a)))
  }
}

/**
 * @param {Dump} a
 * @param {Dump} b
 * @returns {Set<string>} files whose text is not known, or not the same in both
 */
function changedFiles (a, b) {
  const [textsA, textsB] = [textsOf(a), textsOf(b)]
  const files = [...textsA.keys(), ...textsB.keys()]
  return new Set(
    files.filter(file => {
      const [left, right] = [textsA, textsB].map(texts => (texts.has(file) ? texts.get(file) : null))
      return left === undefined || right === undefined || (left !== null && right !== null && left !== right)
    })
  )
}

/** @param {Dump} dump @returns {Map<string, string | undefined>} of the files of its path */
function textsOf (dump) {
  const scripts = dump.executionPath?.scripts ?? []
  return new Map(scripts.map(({ scriptId, url }) => [fileOf(url), dump.script(scriptId)?.source]))
}

/** @param {Dump} dump @param {Set<string>} changed @returns {Step[]} */
function stepsOf (dump, changed) {
  const { scripts, steps } = /** @type {ExecutionPathRecord} */ (dump.executionPath)
  return steps.flatMap(([script, block, ms], index) => {
    const { scriptId, url, blocks } = scripts[script] ?? { scriptId: '', url: '', blocks: [] }
    const source = dump.script(scriptId)?.source
    if (blocks[block] === undefined || source === undefined || changed.has(fileOf(url))) return []
    const [type, offset, end] = blocks[block]
    const file = displayUrl(url, workingDirectory(dump))
    return [{ key: `${fileOf(url)} ${type} ${offset} ${end}`, index, source, offset, file, ms }]
  })
}

/** @param {Step[]} steps @param {Step[]} others */
function without (steps, others) {
  const keys = new Set(others.map(({ key }) => key))
  return steps.filter(({ key }) => !keys.has(key))
}

/** @param {Step} step @returns {PathPlace} */
function placeOf ({ index, source, offset, file, ms }) {
  const { lineNumber, columnNumber } = placeAt(source, offset)
  return { step: index, ms, file, lineNumber, code: linesOf(source)[lineNumber].slice(columnNumber) }
}

module.exports = { comparePaths }

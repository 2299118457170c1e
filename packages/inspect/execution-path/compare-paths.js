'use strict'
// Finds where the paths of two requests part: the first statement that one of them ran and the other did not. The two
// come from two dumps, or from one, which knows the last request that went well.

const { displayUrl, fileOf, workingDirectory } = require('../source/location')
const { linesOf, placeAt } = require('../source/lines')
const { SourceMaps } = require('../source/source-map')
const { plain } = require('../text/terminal-text')

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

/**
 * @typedef {{ key: string, index: number, source: string, scriptId: string, url: string, offset: number, ms: number }}
 *   Step
 */

/** A path, and the dump that has the texts of its scripts. @typedef {{ dump: Dump, path: ComparedPath }} Recorded */

/** @typedef {Pick<ExecutionPathRecord, 'name' | 'scripts' | 'steps'>} ComparedPath */

/**
 * @param {Dump} a
 * @param {Dump} b
 * @returns {PathDifference | null} null if a dump has no path
 */
function comparePaths (a, b) {
  if (a.executionPath === null || b.executionPath === null) return null
  return difference({ dump: a, path: a.executionPath }, { dump: b, path: b.executionPath })
}

/**
 * Compares what the failing request had run before the throw with the last request that went well there.
 * @param {Dump} dump
 * @returns {PathDifference & { beforeMs: number } | null} beforeMs: by how much that one began earlier; null if the
 *   dump has no path, or does not know of such a request
 */
function compareWithSucceeded (dump) {
  const path = dump.executionPath
  if (!path?.succeeded) return null
  const { name, scripts, steps, thrownAfter, succeeded } = path
  const here = { name, scripts, steps: steps.slice(0, thrownAfter) }
  const then = { ...succeeded, scripts: [...scripts, ...succeeded.scripts] }
  const beforeMs = Date.parse(path.startTime) - Date.parse(succeeded.startTime)
  return { ...difference({ dump, path: here }, { dump, path: then }), beforeMs }
}

/**
 * @param {Recorded} a
 * @param {Recorded} b
 * @returns {PathDifference}
 */
function difference (a, b) {
  const changed = changedFiles(a, b)
  const [stepsA, stepsB] = [stepsOf(a, changed), stepsOf(b, changed)]
  const [onlyA, onlyB] = [without(stepsA, stepsB), without(stepsB, stepsA)]
  const last =
    onlyA.length > 0 ? stepsA[stepsA.indexOf(onlyA[0]) - 1] : stepsB[stepsB.indexOf(onlyB[0]) - 1]
  const sideOf = (/** @type {Recorded} */ { dump, path }, /** @type {Step[]} */ steps, /** @type {Step[]} */ only) => ({
    name: path.name,
    steps: steps.length,
    onlyHere: only.length,
    next: only.length === 0 ? null : placeOf(dump, only[0])
  })
  return {
    a: sideOf(a, stepsA, onlyA),
    b: sideOf(b, stepsB, onlyB),
    parting: last === undefined ? null : placeOf(onlyA.length > 0 ? a.dump : b.dump, last),
    changed: [...changed].map(file => displayUrl(file, workingDirectory(a.dump)))
  }
}

/**
 * @param {Recorded} a
 * @param {Recorded} b
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

/** @param {Recorded} recorded @returns {Map<string, string | undefined>} of the files of its path */
function textsOf ({ dump, path }) {
  return new Map(path.scripts.map(({ scriptId, url }) => [fileOf(url), dump.script(scriptId)?.source]))
}

/** @param {Recorded} recorded @param {Set<string>} changed @returns {Step[]} */
function stepsOf ({ dump, path: { scripts, steps } }, changed) {
  return steps.flatMap(([script, block, ms], index) => {
    const { scriptId, url, blocks } = scripts[script] ?? { scriptId: '', url: '', blocks: [] }
    const source = dump.script(scriptId)?.source
    if (blocks[block] === undefined || source === undefined || changed.has(fileOf(url))) return []
    const [type, offset, end] = blocks[block]
    return [{ key: `${fileOf(url)} ${type} ${offset} ${end}`, index, source, scriptId, url, offset, ms }]
  })
}

/** @param {Step[]} steps @param {Step[]} others */
function without (steps, others) {
  const keys = new Set(others.map(({ key }) => key))
  return steps.filter(({ key }) => !keys.has(key))
}

/** @param {Dump} dump @param {Step} step @returns {PathPlace} in the original source, if there is a source map */
function placeOf (dump, { index, source, scriptId, url, offset, ms }) {
  const generated = { scriptId, url, ...placeAt(source, offset) }
  const { original, source: text = source, marked } = new SourceMaps(dump).resolve(generated, { forOthers: true })
  const { url: file } = marked === generated ? generated : /** @type {{ url: string }} */ (original)
  const code = linesOf(text)[marked.lineNumber]?.slice(marked.columnNumber) ?? ''
  return { step: index, ms, file: displayUrl(file, workingDirectory(dump)), lineNumber: marked.lineNumber, code }
}

/** @param {PathPlace} place @returns {string} with nothing that a terminal would obey */
function placeText ({ file, lineNumber, code }) {
  return `${file}:${lineNumber + 1}  ${plain(code)}`
}

module.exports = { comparePaths, compareWithSucceeded, placeText }

'use strict'
// Finds variables that the source declares around a place, and that the dump does not have.

const { declaredNames } = require('../../source/declarations')
const { offsetOf } = require('../../source/lines')
const { originalNames } = require('../../source/original-names')
const { treeAround } = require('../../source/script-trees')
const { isFunction, pathTo } = require('../../source/syntax')

/** @typedef {import('../../reader').Dump} Dump */
/**
 * @typedef {{ scopeChain: import('crash-collector-shared/dump/format').Scope[],
 *   this?: import('crash-collector-shared/dump/format').Value, scriptId: string, lineNumber: number,
 *   columnNumber: number, role?: string }} Place a call frame or an async task
 */

/** The reason of a variable of an outer function that is in none of the scopes. */
const NOT_KEPT_INSIDE = 'notKeptInside'
const NOT_KEPT_INSIDE_TEXT = 'no inner function uses it, so V8 has not kept it here'

/**
 * Variables that the source declares around the place and that are not in the dump: of an outer function, V8 keeps only
 * the variables that its inner functions use (test/workarounds/kept-variables.js, Node.js 20 to 26).
 * @param {Dump} dump
 * @param {Place} place
 * @param {Set<string>|null} wanted all that matter, if that is known
 * @returns {import('crash-collector-shared/dump/format').Variable[]}
 */
function droppedVariables (dump, place, wanted) {
  const { scriptId, lineNumber, columnNumber, scopeChain } = place
  /** @type {Set<string|undefined>} */
  const shown = new Set()
  /** @type {Set<string>} */
  const generated = new Set()
  for (const scope of scopeChain) {
    for (const { name, generatedName = name } of dump.scope(scope).variables) {
      generated.add(generatedName)
      shown.add(name)
    }
  }
  // The tree of a bundle takes longer than all else.
  if (wanted !== null && [...wanted].every(name => generated.has(name) || shown.has(name))) return []
  const source = dump.script(scriptId)?.source
  if (source === undefined) return []
  const offset = offsetOf(source, { lineNumber, columnNumber })
  const program = offset === -1 ? null : treeAround(dump, scriptId, offset)
  if (program === null) return []
  /** @type {Set<string>} */
  const names = new Set()
  /** @type {Set<string>} those of the function itself */
  const own = new Set()
  try {
    const path = pathTo(program, offset)
    const start = path.findLastIndex(isFunction)
    for (const scope of path) declaredNames(scope, names)
    for (const scope of path.slice(Math.max(0, start))) declaredNames(scope, own)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [] // code that is nested deeper than the stack
  }
  for (const name of generated) names.delete(name)
  const visible = originalNames(dump).at({ scriptId, lineNumber, columnNumber })
  // Of scopes that were not read as a whole, it is not known why a variable is missing.
  const isWhole = scopeChain.every(scope => (dump.scope(scope).notCaptured ?? []).length === 0)
  const reasonOf = (/** @type {string} */ name) => {
    // What a scheduler's callback does not close over is gone.
    if (place.role === 'scheduling') return 'notKept'
    return isWhole && !own.has(name) ? NOT_KEPT_INSIDE : 'unavailable'
  }
  return [...names].map(generatedName => {
    const name = visible?.variable(generatedName)
    return {
      ...(name === undefined || shown.has(name) ? { name: generatedName } : { name, generatedName }),
      notCapturedReason: /** @type {import('crash-collector-shared/dump/format').NotCapturedReason} */ (
        reasonOf(generatedName)
      )
    }
  })
}

module.exports = { NOT_KEPT_INSIDE, NOT_KEPT_INSIDE_TEXT, droppedVariables }

'use strict'
// Puts what ran in a generated script, such as a bundle, into the lines of its original sources.

const { lineStarts, linesOf } = require('../source/lines')
const { SourceMaps } = require('../source/source-map')
const { NO_CODE, executedUnits, lineOfSteps } = require('./executed-lines')

/** @typedef {import('../../dump/reader').Dump} Dump */
/** @typedef {import('../../dump/event-types').ExecutionPathRecord} ExecutionPathRecord */
/** @typedef {import('./executed-lines').ExecutedLine} ExecutedLine */
/** @typedef {import('../source/source-map').Place} Place */

/**
 * @param {Dump} dump
 * @param {ExecutionPathRecord} path
 * @param {number} index of the script
 * @returns {{ url: string, source: string, lines: ExecutedLine[] }[]} the originals whose texts are known and of which
 *   something could run, in the order of the script; none if the script has no source map
 */
function originalScripts (dump, path, index) {
  const { scriptId, url } = path.scripts[index]
  const text = dump.script(scriptId)?.source
  const maps = new SourceMaps(dump)
  const segments = text === undefined ? null : maps.segments(scriptId)
  if (text === undefined || segments === null) return []
  const starts = [...lineStarts(text)]
  const units = executedUnits(path, index, text)
  /** @type {Map<string, { place: Place, steps: Map<number, Set<number>> }>} */
  const originals = new Map()
  for (let line = 0; line < Math.min(segments.length, starts.length); line++) {
    const end = starts[line + 1] ?? text.length
    segments[line].forEach(({ column, original }, i) => {
      if (original === undefined) return
      const next = segments[line][i + 1]
      const to = next === undefined ? end : Math.min(end, starts[line] + next.column)
      for (let unit = starts[line] + column; unit < to; unit++) {
        if (units[unit] === NO_CODE) continue
        let known = originals.get(original.url)
        if (known === undefined) {
          known = { place: { scriptId, url, lineNumber: line, columnNumber: column }, steps: new Map() }
          originals.set(original.url, known)
        }
        const steps = known.steps.get(original.lineNumber) ?? new Set()
        known.steps.set(original.lineNumber, steps.add(units[unit]))
      }
    })
  }
  return [...originals].flatMap(([url, { place, steps }]) => {
    const { original, source } = maps.resolve(place, { forOthers: true })
    if (original?.url !== url || source === undefined) return []
    return [{ url, source, lines: linesOf(source).map((_, line) => lineOfSteps([...(steps.get(line) ?? [])], path)) }]
  })
}

module.exports = { originalScripts }

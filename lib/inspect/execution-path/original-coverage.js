'use strict'
// Puts the coverage of a generated script, such as a bundle, into the lines of its original sources.

const { lineStarts, linesOf } = require('../source/lines')
const { fileOf } = require('../source/location')
const { SourceMaps } = require('../source/source-map')
const { NO_CODE, countOf, countedUnits } = require('./executed-lines')

/** @typedef {import('./covered-scripts').CoveredScript} CoveredScript */
/** @typedef {import('./covered-scripts').Description} Description */
/** @typedef {import('./covered-scripts').Location} Location */
/** @typedef {import('./covered-scripts').Part} Part */
/** @typedef {import('../source/source-map').Place} Place */

/**
 * @param {CoveredScript} script
 * @param {string} text of the script
 * @param {Description} description of the script
 * @returns {Description[]} one for each original source; none if the script has no source map
 */
function originalCoverage (script, text, description) {
  const { dump, scriptId, url } = script
  const maps = new SourceMaps(dump)
  const segments = maps.segments(scriptId)
  if (segments === null) return []
  const starts = [...lineStarts(text)]
  const units = countedUnits(script.blocks, script.counts, text)
  /** @type {Map<string, { place: Place, values: Map<number, Set<number>>, parts: Part[] }>} */
  const originals = new Map()

  /** @param {string} original @param {Place} place */
  function known (original, place) {
    const found = originals.get(original) ?? { place, values: new Map(), parts: [] }
    originals.set(original, found)
    return found
  }

  for (let line = 0; line < Math.min(segments.length, starts.length); line++) {
    const end = starts[line + 1] ?? text.length
    segments[line].forEach(({ column, original }, i) => {
      if (original === undefined) return
      const next = segments[line][i + 1]
      const to = next === undefined ? end : Math.min(end, starts[line] + next.column)
      for (let unit = starts[line] + column; unit < to; unit++) {
        if (units[unit] === NO_CODE) continue
        const { values } = known(original.url, { scriptId, url, lineNumber: line, columnNumber: column })
        values.set(original.lineNumber, (values.get(original.lineNumber) ?? new Set()).add(units[unit]))
      }
    })
  }

  /** @param {Location} location */
  const originalOf = ({ line, column }) => maps.original({ scriptId, url, lineNumber: line - 1, columnNumber: column })

  for (const part of [...description.functions, ...description.branches]) {
    const start = originalOf(part.range.start)
    // What the bundler has added has no place in a source.
    if (start === undefined || !originals.has(start.url)) continue
    const end = originalOf(part.range.end)
    const from = { line: start.lineNumber + 1, column: start.columnNumber }
    // The map may lead elsewhere from the end, for example if that of the source is minified away.
    const isAfter = end?.url === start.url &&
      (end.lineNumber - start.lineNumber || end.columnNumber - start.columnNumber) >= 0
    const to = isAfter ? { line: end.lineNumber + 1, column: end.columnNumber } : from
    originals.get(start.url)?.parts.push({ ...part, range: { start: from, end: to } })
  }

  return [...originals].map(([original, { place, values, parts }]) => {
    const resolved = maps.resolve(place, { forOthers: true })
    const texts = resolved.original?.url === original ? linesOf(resolved.source ?? '') : []
    const lines = [...values].sort(([a], [b]) => a - b).flatMap(([line, set]) => {
      const count = countOf([...set])
      if (count === undefined) return []
      const { length } = texts[line] ?? ''
      const column = length - (texts[line] ?? '').trimStart().length
      return [{ range: { start: { line: line + 1, column }, end: { line: line + 1, column: length } }, count }]
    })
    return {
      file: fileOf(original),
      lines,
      functions: parts.filter(({ type }) => type === 'function'),
      branches: parts.filter(({ type }) => type !== 'function')
    }
  })
}

module.exports = { originalCoverage }

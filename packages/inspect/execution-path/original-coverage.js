'use strict'
// Puts the coverage of a generated script, such as a bundle, into the lines of its original sources.

const { linesOf } = require('../source/lines')
const { fileOf } = require('../source/location')
const { SourceMaps } = require('../source/source-map')
const { countOf, countedUnits } = require('./executed-lines')
const { originalValues } = require('./original-values')

/** @typedef {import('./covered-scripts').CoveredScript} CoveredScript */
/** @typedef {import('./covered-scripts').Description} Description */
/** @typedef {import('./covered-scripts').Location} Location */
/** @typedef {import('./covered-scripts').Part} Part */

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
  const originals = originalValues(script, text, segments, countedUnits(script.blocks, script.counts, text))
  /** @type {Map<string, Part[]>} by the URL of the original */
  const partsOf = new Map([...originals.keys()].map(original => [original, []]))

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
    partsOf.get(start.url)?.push({ ...part, range: { start: from, end: to } })
  }

  return [...originals].map(([original, { place, values }]) => {
    const parts = partsOf.get(original) ?? []
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

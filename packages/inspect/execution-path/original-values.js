'use strict'
// Puts what is known of each position of a generated script, such as a bundle, to the lines of its original sources.

const { lineStarts } = require('../source/lines')
const { NO_CODE } = require('./executed-lines')

/** @typedef {import('../source/source-map').Place} Place */

/**
 * @param {{ scriptId: string, url: string }} script
 * @param {string} text of the script
 * @param {NonNullable<ReturnType<import('../source/source-map').SourceMaps['segments']>>} segments of its source map
 * @param {ArrayLike<number>} units a value for each position of the text
 * @returns {Map<string, { place: Place, values: Map<number, Set<number>> }>} by the URL of the original; place: the
 *   first one in the script that comes from there, values: those of each line of the original, by its 0-based number
 */
function originalValues ({ scriptId, url }, text, segments, units) {
  const starts = [...lineStarts(text)]
  /** @type {ReturnType<typeof originalValues>} */
  const originals = new Map()
  for (let line = 0; line < Math.min(segments.length, starts.length); line++) {
    const end = starts[line + 1] ?? text.length
    segments[line].forEach(({ column, original }, i) => {
      if (original === undefined) return
      const next = segments[line][i + 1]
      const to = next === undefined ? end : Math.min(end, starts[line] + next.column)
      const place = { scriptId, url, lineNumber: line, columnNumber: column }
      for (let unit = starts[line] + column; unit < to; unit++) {
        if (units[unit] === NO_CODE) continue
        const known = originals.get(original.url) ?? { place, values: new Map() }
        originals.set(original.url, known)
        const values = known.values.get(original.lineNumber) ?? new Set()
        known.values.set(original.lineNumber, values.add(units[unit]))
      }
    })
  }
  return originals
}

module.exports = { originalValues }

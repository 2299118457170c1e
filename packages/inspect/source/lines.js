'use strict'
// Splits a source into lines as V8 counts them, to find positions that V8 has given. V8 ends a line at every line
// terminator of the language, even inside strings, templates and comments (test/workarounds/line-ends-in-texts.js,
// Node.js 20 to 26).

/** @typedef {import('crash-collector-shared/dump/format').Position} Position */
/** @typedef {{ lineNumber: number, columnNumber: number }} Place 0-based */

const LINE_END = /\r\n|[\n\r\u2028\u2029]/
const LINE_ENDS = new RegExp(LINE_END, 'g')
/** Has a position of its own, from which `matchAll` of the other would begin. */
const NEXT_LINE_END = new RegExp(LINE_END, 'g')

/**
 * @param {string} source
 * @returns {string[]} its lines, without their ends
 */
function linesOf (source) {
  return source.split(LINE_END)
}

/**
 * @param {string} source
 * @returns {Generator<number, void, void>} where each line begins, in UTF-16 code units
 */
function * lineStarts (source) {
  yield 0
  for (const { index, 0: end } of source.matchAll(LINE_ENDS)) yield index + end.length
}

/**
 * @param {string} source
 * @param {Place} place
 * @returns {number} index into the source, -1 if there is no such place
 */
function offsetOf (source, { lineNumber, columnNumber }) {
  NEXT_LINE_END.lastIndex = 0
  for (let line = 0; line < lineNumber; line++) if (!NEXT_LINE_END.test(source)) return -1
  const offset = NEXT_LINE_END.lastIndex + columnNumber
  return lineNumber >= 0 && offset <= source.length ? offset : -1
}

/**
 * @param {string} source
 * @param {number} offset index into it
 * @returns {Place}
 */
function placeAt (source, offset) {
  const before = linesOf(source.slice(0, offset))
  return { lineNumber: before.length - 1, columnNumber: before[before.length - 1].length }
}

/** Converts many positions of one text, of which it keeps where the lines begin. */
class LineTable {
  #starts
  #length

  /** @param {string} source */
  constructor (source) {
    this.#starts = [...lineStarts(source)]
    this.#length = source.length
  }

  /**
   * @param {Place} place
   * @returns {number} index into the source, -1 if there is no such place
   */
  offsetOf ({ lineNumber, columnNumber }) {
    const offset = (this.#starts[lineNumber] ?? Infinity) + columnNumber
    return offset <= this.#length ? offset : -1
  }

  /**
   * @param {number} offset index into the source
   * @returns {Place}
   */
  placeAt (offset) {
    let low = 0
    for (let high = this.#starts.length; high - low > 1;) {
      const middle = (low + high) >> 1
      if (this.#starts[middle] <= offset) low = middle
      else high = middle
    }
    return { lineNumber: low, columnNumber: offset - this.#starts[low] }
  }
}

module.exports = { LineTable, linesOf, lineStarts, offsetOf, placeAt }

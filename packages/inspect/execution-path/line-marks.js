'use strict'
// Marks of executed lines, which the terminal and the page share.

const { lookupTable } = require('../text/words')

/** @typedef {import('./executed-lines').ExecutedLine} ExecutedLine */

const MARKS = lookupTable({ all: '+', part: '±', nothing: '-', threw: '!' })

const LEGEND = '+ ran  - did not run  ± a part ran  ! threw; then the order and the milliseconds since the start'

/** The columns that lineMark() takes. */
const MARK_COLUMNS = 15

/** Lines around the functions that ran. */
const CONTEXT = 1

/** @param {ExecutedLine} line @returns {string} mark, order and time, in columns */
function lineMark ({ ran, step, ms }) {
  const order = step === undefined ? '' : String(step + 1)
  const time = ms === undefined ? '' : ms.toFixed(1)
  return `${ran === undefined ? ' ' : MARKS[ran]} ${order.padStart(4)} ${time.padStart(8)}`
}

/** @param {ExecutedLine[]} lines @returns {number[]} those of the functions that ran, without long gaps */
function shownLines (lines) {
  return lines
    .map((_, line) => line)
    .filter(line => lines.slice(Math.max(0, line - CONTEXT), line + CONTEXT + 1).some(near => near.ran !== undefined))
}

module.exports = { LEGEND, MARK_COLUMNS, lineMark, shownLines }

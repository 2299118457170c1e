'use strict'
// Shows the lines around a place, with a mark at the place.

const { linesOf } = require('./lines')
const { plain, widthOf } = require('../text/terminal-text')

/** How many lines are shown before and after the place. */
const BEFORE = 3
const AFTER = 2
/** A smaller shift would take more from the lines around than it shows of this one. */
const MIN_SHIFT = 8
/** Where so much can be seen behind the place, what fails can be read, and the lines stay as they are written. */
const BEHIND = 24

/**
 * @param {string} source
 * @param {{ lineNumber: number, columnNumber: number }} place 0-based
 * @param {object} options
 * @param {number} options.columns
 * @param {import('../text/colours').Paint} options.paint
 * @param {number} [options.linesBefore] how many lines are shown above the place
 * @param {number} [options.linesAfter] how many below it
 * @param {(line: number) => string} [options.note] what stands before the number of a line; all notes are equally long
 * @returns {string[]} empty if the source has no such line
 */
function sourceExcerpt (source, { lineNumber, columnNumber }, options) {
  const { columns, paint, linesBefore = BEFORE, linesAfter = AFTER, note = () => '' } = options
  const lines = linesOf(source)
  if (lineNumber >= lines.length) return []
  const first = Math.max(0, lineNumber - linesBefore)
  const shown = lines.slice(first, lineNumber + linesAfter + 1)
  while (shown.length > lineNumber - first + 1 && shown[shown.length - 1].trim() === '') shown.pop()
  const digits = String(first + shown.length).length
  const noteColumns = widthOf(note(lineNumber))
  const width = columns - noteColumns - digits - 5
  const before = plainColumns(lines[lineNumber].slice(0, columnNumber))
  const marked = plainColumns(lines[lineNumber])
  // A line that does not fit, as in minified code, is shown from shortly before the place, because what fails stands
  // behind it. All lines that reach so far are shifted by the same amount, so that they stay aligned.
  const excess = widthOf(marked) <= width ? 0 : marked.length - width + 1
  const gain = Math.min(excess, before.length - Math.floor(width / 3))
  const shift = gain < MIN_SHIFT || width - widthOf(before) >= BEHIND ? 0 : gain
  /** @type {string[]} */
  const output = []
  shown.forEach((line, i) => {
    const isPlace = first + i === lineNumber
    const gutter = `${isPlace ? '>' : ' '} ${note(first + i)}${String(first + i + 1).padStart(digits)} | `
    const whole = plainColumns(line)
    const text = windowOf(whole, isPlace || whole.length > shift ? shift : 0, width)
    output.push((isPlace ? paint('red', gutter) + text : paint('grey', gutter + text)).trimEnd())
    if (isPlace) {
      const indent = Math.max(0, widthOf(before) - shift + (shift > 0 ? 1 : 0))
      const caret = ' '.repeat(noteColumns + digits + 2) + ' | ' + ' '.repeat(indent) + '^'
      output.push(paint('red', caret))
    }
  })
  return output
}

/** @param {string} text */
function plainColumns (text) {
  return plain(text.replaceAll('\t', '  '))
}

/**
 * @param {string} text
 * @param {number} shift
 * @param {number} width
 */
function windowOf (text, shift, width) {
  const moved = shift === 0 ? text : '…' + text.slice(shift)
  return widthOf(moved) <= width ? moved : moved.slice(0, width - 1) + '…'
}

module.exports = { sourceExcerpt }

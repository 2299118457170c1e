'use strict'
// Renders what the failing request has run, for `show --path` and `path`: the lines of each script with the order and
// the time of their first execution.

const { describePath } = require('./describe-path')
const { LEGEND, MARK_COLUMNS, lineMark, shownLines } = require('./line-marks')
const { linesOf } = require('../source/lines')
const { cut, cutStart, plain, widthOf, wrap } = require('../text/terminal-text')

/** @typedef {import('../show/types').View} View */
/** @typedef {import('./executed-lines').ExecutedLine} ExecutedLine */

/** The smallest width of the code; on a narrow terminal it exceeds the line. */
const MIN_COLUMNS = 20

const WITHOUT_PATH =
  'This dump has no execution path. A dump has one if CRASH_COLLECTOR_EXECUTION_PATH is `request` and the error came ' +
  'from a request, a job, or a test of mocha.'

/**
 * @param {Pick<View, 'dump' | 'columns' | 'paint'>} view
 * @returns {string[]}
 */
function renderPath ({ dump, columns, paint }) {
  const path = dump.derived(describePath)
  if (path === null) return wrap(WITHOUT_PATH, columns)
  const { heading, scripts, doubts } = path
  const lines = [
    ...wrap(heading, columns).map(line => paint('bold', line)),
    ...wrap(LEGEND, columns).map(line => paint('grey', line)),
    ...scripts.flatMap(script => ['', ...renderScript(script, columns, paint)])
  ]
  if (doubts.length > 0) {
    lines.push('', paint('yellow', 'Not certain'), ...doubts.flatMap(doubt => wrap(`- ${doubt}`, columns, '  ')))
  }
  return lines
}

/**
 * @param {import('./describe-path').PathScript} script
 * @param {number} columns
 * @param {View['paint']} paint
 */
function renderScript ({ file, source, lines }, columns, paint) {
  const heading = paint('cyan', cutStart(file, columns))
  if (source === undefined) return [heading, '  its text is not in the dump']
  const texts = linesOf(source)
  const digits = String(texts.length).length
  /** @type {string[]} */
  const output = [heading]
  let last = -1
  for (const line of shownLines(lines)) {
    if (last !== -1 && line > last + 1) output.push(paint('grey', `${' '.repeat(MARK_COLUMNS + 3 + digits)} ⋮`))
    last = line
    const gutter = `${lineMark(lines[line])}  ${String(line + 1).padStart(digits)} | `
    const code = cut(plain(texts[line].replaceAll('\t', '  ')), Math.max(MIN_COLUMNS, columns - widthOf(gutter)))
    output.push(renderLine(lines[line], gutter, code, paint))
  }
  return output
}

/**
 * @param {ExecutedLine} executed
 * @param {string} gutter
 * @param {string} code
 * @param {View['paint']} paint
 */
function renderLine ({ ran }, gutter, code, paint) {
  if (ran === 'threw') return paint('red', (gutter + code).trimEnd())
  if (ran === 'all') return paint('green', gutter) + code
  return ran === 'part' ? paint('yellow', gutter) + code : paint('grey', (gutter + code).trimEnd())
}

module.exports = { renderPath }

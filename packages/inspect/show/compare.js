'use strict'
// Renders the variables of a crash beside those of other runs of the same code, and its path beside that of the last
// request that went well.

const { describeSucceeded } = require('../execution-path/describe-succeeded')
const { displayPlace } = require('../source/location')
const { cut, plain, widthOf, wrap } = require('../text/terminal-text')
const { compareRuns } = require('../usual/compare-runs')
const { renderUnlike } = require('./errors/heading')

/** @typedef {import('./types').View} View */
/** @typedef {import('../usual/compare-runs').ComparedValue} ComparedValue */

const INDENT = '    '
const GAP = 2
/** Columns that a cell has at most, but for the last one of a line. */
const MAX_NAME = 24
const MAX_CELL = 28
const NO_OTHERS =
  'Nothing is known of other runs of these functions: no other call of them was suspended, no value is one of a list ' +
  'or of a class with others, and no other dump of the directory has them.'

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderCompare (view) {
  const { dump, paint, otherRuns, sourceMaps, directory } = view
  const frames = compareRuns(dump, otherRuns)
  const path = renderSucceeded(view)
  if (frames.length === 0) return path.length > 0 ? path : wrap(NO_OTHERS, view.columns)
  const lines = renderUnlike(view)
  if (lines.length > 0) lines.push('')
  for (const { frame, sources } of frames) {
    const place = displayPlace(sourceMaps.original(frame) ?? frame, directory)
    lines.push(`#${frame.index}  ${paint('bold', plain(frame.functionName) || '(anonymous)')}  ${paint('cyan', place)}`)
    for (const { words, values } of sources) lines.push(...renderValues(view, words, values))
  }
  if (otherRuns.same.length > 0) {
    lines.push(paint('grey', `then: in ${otherRuns.same.length} other dump${otherRuns.same.length === 1 ? '' : 's'} ` +
      'of this crash'))
  }
  if (path.length > 0) lines.push('', ...path)
  return lines
}

/**
 * @param {View} view
 * @returns {string[]} what the last request that went well did otherwise; none without execution paths
 */
function renderSucceeded ({ dump, paint, columns, all }) {
  const succeeded = dump.derived(describeSucceeded)
  if (succeeded === null) return []
  const room = all ? Infinity : columns - INDENT.length
  return [
    ...wrap(succeeded.heading, columns).map(line => paint('bold', line)),
    ...succeeded.rows.map(({ label, text }) => INDENT + cut(`${label.padEnd('both'.length)}  ${text}`, room))
  ]
}

/**
 * @param {View} view
 * @param {string} words
 * @param {ComparedValue[]} values
 * @returns {string[]}
 */
function renderValues ({ paint, columns, all }, words, values) {
  const hasThen = values.some(({ then }) => then !== null)
  const head = ['', 'here', ...(hasThen ? ['then'] : []), words === '' ? 'usually' : `usually (${plain(words)})`]
  const rows = values.map(({ name, here, then, usually }) => [
    name, here, ...(hasThen ? [then ?? ''] : []), usually ?? ''
  ].map(plain))
  const widths = head.map((_, i) => {
    const widest = Math.max(...rows.map(row => widthOf(row[i])), i === 0 ? 0 : widthOf(head[i]))
    return Math.min(widest, all ? Infinity : i === 0 ? MAX_NAME : MAX_CELL)
  })
  const line = (/** @type {string[]} */ cells) => cells
    .map((cell, i) => {
      if (i === cells.length - 1) return cell
      const shown = cut(cell, widths[i])
      return shown + ' '.repeat(widths[i] - widthOf(shown) + GAP)
    })
    .join('')
  const room = all ? Infinity : columns - INDENT.length
  return [
    paint('grey', INDENT + cut(line(head), room)),
    ...rows.map((row, i) => {
      const text = cut(line(row), room)
      return values[i].isUnlike ? `  ! ${paint('yellow', text)}` : INDENT + text
    })
  ]
}

module.exports = { renderCompare }

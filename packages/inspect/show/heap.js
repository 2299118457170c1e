'use strict'
// Renders what the heap was full of.

const { gainColumn } = require('../crash/memory-growth')
const { byteText } = require('../text/words')
const { retainerPath } = require('../values/retainer-path')
const { cut, plain } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */

const SHOWN = 10
const SHOWN_RETAINERS = 5

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderHeap ({ dump, columns, paint, all }) {
  const summary = dump.heapSummary
  if (summary === null) return []
  const gained = gainColumn(summary)
  // Classes that were counted in the heap's pages have no retained sizes. Strings and elements are shown there.
  const hasRetained = summary.classes.some(({ retainedBytes }) => retainedBytes !== undefined)
  const classes = all
    ? summary.classes
    : summary.classes.filter(({ className }) => !hasRetained || !className.startsWith('(')).slice(0, SHOWN)
  const rows = classes.map(({ className, count, shallowBytes, retainedBytes }) => [
    plain(className),
    String(count),
    byteText(shallowBytes),
    ...(retainedBytes === undefined ? [] : [byteText(retainedBytes)]),
    ...gained.map(({ textOf }) => textOf(className))
  ])
  const titles = ['class', 'count', 'own', ...(hasRetained ? ['kept alive'] : []), ...gained.map(({ title }) => title)]
  const table = [titles, ...rows]
  const widths = table[0].map((_, i) => Math.max(...table.map(row => row[i]?.length ?? 0)))
  const lines = table.map((row, i) => {
    const text = cut(
      '  ' + row.map((cell, j) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j]))).join('  '),
      columns
    )
    return i === 0 ? paint('grey', text) : text
  })
  const retainers = summary.retainers
    .slice(0, all ? undefined : SHOWN_RETAINERS)
    .map(({ className, retainedBytes, path }) =>
      cut(`  ${byteText(retainedBytes)}  ${plain(className)}  ${plain(retainerPath(path))}`, columns)
    )
  return [
    paint('bold', 'Heap') +
      paint('grey', ` (${byteText(summary.totalBytes)}${hasRetained ? '' : ', counted then, estimated'})`),
    ...lines,
    ...(retainers.length === 0 ? [] : [paint('grey', '  kept alive by one object'), ...retainers])
  ]
}

module.exports = { renderHeap }

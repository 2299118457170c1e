'use strict'
// Renders what the heap was full of.

const { gainColumn } = require('../crash/memory-growth')
const { byteText } = require('../text/words')
const { cut, plain } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */

const SHOWN = 10

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderHeap ({ dump, columns, paint, all }) {
  const summary = dump.heapSummary
  if (summary === null) return []
  const gained = gainColumn(summary)
  const classes = all ? summary.classes : summary.classes.slice(0, SHOWN)
  const rows = classes.map(({ className, count, shallowBytes }) => [
    plain(className),
    String(count),
    byteText(shallowBytes),
    ...gained.map(({ textOf }) => textOf(className))
  ])
  const titles = ['class', 'count', 'own', ...gained.map(({ title }) => title)]
  const table = [titles, ...rows]
  const widths = table[0].map((_, i) => Math.max(...table.map(row => row[i]?.length ?? 0)))
  const lines = table.map((row, i) => {
    const text = cut(
      '  ' + row.map((cell, j) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j]))).join('  '),
      columns
    )
    return i === 0 ? paint('grey', text) : text
  })
  return [
    paint('bold', 'Heap') + paint('grey', ` (${byteText(summary.totalBytes)}, counted then, estimated)`),
    ...lines
  ]
}

module.exports = { renderHeap }

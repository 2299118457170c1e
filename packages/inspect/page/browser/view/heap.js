'use strict'
// Shows what the heap was full of.

const { gainColumn } = require('../../../crash/memory-growth')
const { byteText } = require('../../../text/words')
const { element } = require('../dom/element')

/** How many lines are shown. The collector writes fewer, but a hostile dump may have any number. */
const MAX_ROWS = 100

/** @param {import('../../page-data').PageData['heapSummary']} summary */
function heapView (summary) {
  if (summary === null) return []
  const { totalBytes, classes, classesLeftOut } = summary
  const gained = gainColumn(summary)
  const rows = classes
    .slice(0, MAX_ROWS)
    .map(({ className, count, shallowBytes }) => [
      className,
      count,
      byteText(shallowBytes),
      ...gained.map(({ textOf }) => textOf(className))
    ])
  const names = ['class', 'count', 'own', ...gained.map(({ title }) => title)]
  const leftOut = classesLeftOut + classes.length - rows.length
  return [
    element('dt', {}, 'heap by class'),
    element(
      'dd',
      {},
      `${byteText(totalBytes)} in all, counted then, estimated`,
      table(names, rows),
      leftOut > 0 && element('span', { class: 'missing' }, `… ${leftOut} more classes`)
    )
  ]
}

/**
 * @param {string[]} names of the columns
 * @param {(string|number)[][]} rows
 */
function table (names, rows) {
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, names.map(name => element('th', { scope: 'col' }, name)))),
    element(
      'tbody',
      {},
      rows.map(row =>
        element('tr', {}, row.map(cell => element('td', {}, cell)))
      )
    )
  )
}

module.exports = { heapView }

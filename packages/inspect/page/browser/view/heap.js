'use strict'
// Shows what the heap was full of.

const { gainColumn } = require('../../../crash/memory-growth')
const { byteText } = require('../../../text/words')
const { retainerPath } = require('../../../values/retainer-path')
const { element } = require('../dom/element')

/** How many lines are shown. The collector writes fewer, but a hostile dump may have any number. */
const MAX_ROWS = 100

/** @param {import('../../page-data').PageData['heapSummary']} summary */
function heapView (summary) {
  if (summary === null) return []
  const { totalBytes, classes, classesLeftOut, retainers } = summary
  const gained = gainColumn(summary)
  // Classes that were counted in the heap's pages have no retained sizes.
  const hasRetained = classes.some(({ retainedBytes }) => retainedBytes !== undefined)
  const rows = classes
    .slice(0, MAX_ROWS)
    .map(({ className, count, shallowBytes, retainedBytes }) => [
      className,
      count,
      byteText(shallowBytes),
      ...(retainedBytes === undefined ? [] : [byteText(retainedBytes)]),
      ...gained.map(({ textOf }) => textOf(className))
    ])
  const names = ['class', 'count', 'own', ...(hasRetained ? ['kept alive'] : []), ...gained.map(({ title }) => title)]
  const leftOut = classesLeftOut + classes.length - rows.length
  return [
    element('dt', {}, 'heap by class'),
    element(
      'dd',
      {},
      `${byteText(totalBytes)} in all${hasRetained ? '' : ', counted then, estimated'}`,
      table(names, rows),
      leftOut > 0 && element('span', { class: 'missing' }, `… ${leftOut} more classes`)
    ),
    ...(retainers.length === 0 ? [] : retainersView(retainers))
  ]
}

/** @param {NonNullable<import('../../page-data').PageData['heapSummary']>['retainers']} retainers */
function retainersView (retainers) {
  return [
    element('dt', {}, 'kept alive by one object'),
    element(
      'dd',
      {},
      table(
        ['class', 'kept alive', 'path'],
        retainers
          .slice(0, MAX_ROWS)
          .map(({ className, retainedBytes, path }) => [className, byteText(retainedBytes), retainerPath(path)])
      )
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

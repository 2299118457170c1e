'use strict'
// Renders the store of each AsyncLocalStorage at the throw, such as the request id, the user or the tenant.

const { factsOf } = require('../crash/facts')
const { formatValue } = require('../values/format-value')
const { cut, plain, wrap } = require('../text/terminal-text')

/** @typedef {import('./types').View} View */

const MAX_NAME_COLUMNS = 24
/** How many stores the first screen has. */
const MAX_SHORT = 3
/** Stores of test runners: jest's says which test runs, as the first screen does. */
const OF_RUNNERS = new Set(['testExecutionContext'])

/**
 * @param {View} view
 * @returns {string[]}
 */
function renderStores ({ dump, columns, paint, all }) {
  const { readAt, stores } = factsOf(dump).asyncStores
  if (stores.length === 0) return []
  const names = stores.map(({ name }) => cut(plain(name), MAX_NAME_COLUMNS))
  const width = Math.max(...names.map(({ length }) => length))
  const limits = all ? { depth: 6, maxItems: 100 } : { depth: 2, maxItems: 10 }
  const lines = stores.flatMap(({ store }, i) =>
    formatValue(store, dump, { ...limits, columns: columns - width - 4, paint, notes: 'short' })
      .split('\n')
      .map((line, j) => `  ${(j === 0 ? names[i] : '').padEnd(width)}  ${line}`)
  )
  const when = readAt === 'report' ? paint('grey', ' (of the code that reported the error)') : ''
  return [paint('bold', 'Async stores') + when, ...lines]
}

/**
 * @param {View} view
 * @returns {string[]} each store on one line, or two
 */
function renderShortStores ({ dump, columns }) {
  const stores = factsOf(dump).asyncStores.stores.filter(
    ({ name }) => dump.header.test === undefined || !OF_RUNNERS.has(name)
  )
  const lines = stores.slice(0, MAX_SHORT).flatMap(({ name, store }) => {
    const text = formatValue(store, dump, { columns: Infinity, depth: 1, maxItems: 10, maxString: 60, notes: false })
    const [first, second, ...rest] = wrap(`${cut(plain(name), MAX_NAME_COLUMNS)}: ${text}`, columns, '  ')
    return rest.length > 0 ? [first, cut(`${second} …`, columns)] : [first, ...(second === undefined ? [] : [second])]
  })
  return stores.length <= MAX_SHORT ? lines : [...lines, `… ${stores.length - MAX_SHORT} more stores`]
}

module.exports = { renderShortStores, renderStores }

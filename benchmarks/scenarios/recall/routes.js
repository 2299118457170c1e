'use strict'
// Makes sixty routes, each a function of its own in a file of its own.

const vm = require('node:vm')

const RESOURCES = [
  'orders',
  'invoices',
  'customers',
  'carts',
  'items',
  'shops',
  'prices',
  'parcels',
  'coupons',
  'returns'
]
const ACTIONS = ['list', 'read', 'create', 'change', 'remove', 'search']

/** @typedef {import('./kinds').Order} Order */
/**
 * Answers a request, unless the request must fail.
 * @typedef {(order: Order, fail: ((order: Order) => unknown) | undefined) => Promise<object>} Route
 */

/**
 * @returns {Map<string, Route>} by path
 */
function makeRoutes () {
  return new Map(
    RESOURCES.flatMap(resource =>
      ACTIONS.map(action => [
        `/${resource}/${action}`,
        vm.runInThisContext(routeText(resource, action), { filename: `/application/routes/${resource}/${action}.js` })
      ])
    )
  )
}

/** @param {string} resource @param {string} action */
function routeText (resource, action) {
  const name = `${action}${resource[0].toUpperCase()}${resource.slice(1)}`
  return `async function ${name} (order, fail) {
  const began = Date.now()
  const found = await ${name}.find(order)
  if (fail !== undefined) await fail(order)
  return { ${resource}: found, ms: Date.now() - began }
}
${name}.find = async order => order.lines.map(line => ({ line, of: order.id }))
${name}`
}

module.exports = { makeRoutes }

'use strict'
// Two handlers: one answers at once, one works for about a tenth of a millisecond, as handlers with some logic do.

const { order } = require('./orders')
const { page } = require('./page')

/** @type {Record<string, (query: { n: number }) => unknown>} */
const handlers = {
  hello: () => ({ hello: 'world' }),

  async report ({ n }) {
    const orders = await Promise.all([0, 1, 2].map(offset => order(n + offset)))
    const total = orders.reduce((sum, { price }) => sum + price, 0)
    return { total, html: page(orders) }
  }
}

module.exports = { handlers }

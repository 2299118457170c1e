'use strict'
// The module that the tests of this suite test. It works for some tenths of a millisecond, as the code of most unit
// tests does.

/** @param {number} count */
function makeOrders (count) {
  return Array.from({ length: count }, (_, i) => ({
    id: i,
    customer: `customer ${i % 17}`,
    lines: [{ sku: `sku-${i % 29}`, price: (i * 37) % 100, quantity: 1 + (i % 3) }]
  }))
}

/** @param {number} count */
function totalsByCustomer (count) {
  /** @type {Map<string, number>} */
  const totals = new Map()
  const orders = JSON.parse(JSON.stringify(makeOrders(count)))
  orders.sort((/** @type {any} */ a, /** @type {any} */ b) => a.customer.localeCompare(b.customer) || b.id - a.id)
  for (const { customer, lines } of orders) {
    for (const { price, quantity } of lines) totals.set(customer, (totals.get(customer) ?? 0) + price * quantity)
  }
  return totals
}

/** @param {number} count */
async function countCustomers (count) {
  const totals = await Promise.resolve(totalsByCustomer(count))
  return totals.size
}

/** @param {{ lines?: { price: number }[] }} order */
function priceOf (order) {
  if (order.lines === undefined) throw new TypeError('an order without lines')
  return order.lines[0].price
}

/** @param {{ lines?: { price: number }[] }} order */
async function charge (order) {
  await null
  return priceOf(order)
}

module.exports = { charge, countCustomers, priceOf, totalsByCustomer }

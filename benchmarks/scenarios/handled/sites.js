'use strict'
// Ten sites of errors of the kinds that services handle all day.

/** @typedef {{ orderId: number, items: string[] }} Order */
/** @typedef {(order: Order) => Promise<unknown>} Site */

class NotFoundError extends Error {}

/** @type {Site[]} */
const sites = [
  async order => {
    throw new Error(`order ${order.orderId} not found`)
  },
  async order => {
    throw new NotFoundError(`item of ${order.orderId}`)
  },
  async order => {
    throw new TypeError(`${typeof order.orderId} is no text`)
  },
  async order => {
    await null
    throw new RangeError(`${order.items.length} items`)
  },
  order => Promise.reject(new Error(`order ${order.orderId} is locked`)),
  order =>
    new Promise((resolve, reject) => {
      reject(new Error(`order ${order.orderId} is stale`))
    }),
  order => new Promise((resolve, reject) => queueMicrotask(() => reject(new Error(`late ${order.orderId}`)))),
  async order => JSON.parse(`{ "order": ${order.orderId}`),
  async order => /** @type {any} */ (order).customer.name,
  async order => {
    await null
    return validated(order)
  }
]

/** @param {Order} order */
function validated (order) {
  if (order.items.length < 3) throw new Error('too few items', { cause: order })
  return order
}

module.exports = { sites }

'use strict'
// Errors of the application's promises and callbacks, and errors with causes.

/** @typedef {import('.').Order} Order */

/** @param {Order} order @param {number} depth @returns {Promise<number>} */
async function deep (order, depth) {
  await null
  if (depth === 0) throw new Error(`order ${order.id} is stale`)
  return 1 + (await deep(order, depth - 1))
}

/** @param {Order} order */
async function * pages (order) {
  yield order.lines
  await null
  throw new Error(`no second page of ${order.id}`)
}

/** @param {Order} order @returns {Promise<unknown>} */
async function wrapped (order) {
  try {
    return await deep(order, 1)
  } catch (cause) {
    throw new Error(`order ${order.id} can't be read`, { cause })
  }
}

/** @type {Record<string, (order: Order) => unknown>} */
module.exports = {
  'rejected at once': order => Promise.reject(new Error(`order ${order.id} is locked`)),
  'after awaits': order => deep(order, 3),
  'in a then': order =>
    Promise.resolve(order).then(({ id, lines }) => {
      if (lines.length < 9) throw new Error(`total of ${id}`)
    }),
  'a timer that rejects': order =>
    new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`order ${order.id} timed out`)), 1)
    }),
  'an async generator': async order => {
    let count = 0
    for await (const page of pages(order)) count += page.length
    return count
  },
  'a wrapped cause': order => wrapped(order),
  'Promise.any': order => Promise.any([1, 2].map(shop => Promise.reject(new Error(`shop ${shop} lacks ${order.id}`))))
}

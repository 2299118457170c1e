'use strict'
// Errors that Node.js and V8 make because of wrong data.

const assert = require('node:assert')
const zlib = require('node:zlib')

/** @typedef {import('.').Order} Order */

/** @type {Record<string, (order: Order) => unknown>} */
module.exports = {
  'JSON that ends early': order => JSON.parse(`{ "order": "${order.id}"`),
  'JSON of a circle': order => {
    const circle = { order, self: {} }
    circle.self = circle
    return JSON.stringify(circle)
  },
  'a wrong escape': order => decodeURIComponent(`%E0%A4${order.id}`),
  'a wrong URL': order => new URL(`//${order.id}`),
  'a function in a clone': order => structuredClone({ order, total: () => order.lines.length }),
  'an assertion': order => assert.strictEqual(order.lines.length, 17),
  'what is not compressed': order => zlib.inflateSync(Buffer.from(order.id))
}

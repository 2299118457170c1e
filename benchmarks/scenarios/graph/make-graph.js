'use strict'
// Makes a graph of objects of mixed shapes, as in a service's heap: records, lists, class instances, Maps, dates and
// buffers. Equal counts give equal graphs.

class Order {
  /** @param {number} id @param {object[]} lines @param {object} customer */
  constructor (id, lines, customer) {
    this.id = id
    this.lines = lines
    this.customer = customer
    this.placedAt = new Date(1.7e12 + id * 1000)
    this.open = id % 3 === 0
  }

  total () {
    return this.lines.length
  }
}

class Node {
  /** @param {number} key @param {number[]} value @param {Node | null} next */
  constructor (key, value, next) {
    this.key = key
    this.value = value
    this.next = next
  }
}

/**
 * @param {number} count approximate number of objects
 * @returns {object} the root; every object is within eight steps of it
 */
function makeGraph (count) {
  const root = { name: 'root', chunks: /** @type {object[]} */ ([]) }
  const perChunk = 500
  for (let chunk = 0; chunk * perChunk < count; chunk++) {
    if (chunk % 100 === 0) root.chunks.push([])
    const list = /** @type {object[]} */ (root.chunks[root.chunks.length - 1])
    list.push(makeChunk(chunk))
  }
  return root
}

/** Makes about 500 objects.
 * @param {number} seed
 */
function makeChunk (seed) {
  /** @type {object[]} */
  const customers = []
  for (let i = 0; i < 40; i++) {
    customers.push({
      id: `customer-${seed}-${i}`,
      name: `Grüße ${i}`,
      age: 20 + i,
      balance: i * 12.34 - 100,
      active: i % 2 === 0,
      address: {
        street: `${i} Main Street`,
        city: 'Springfield',
        zip: `${10000 + i}`,
        geo: { lat: 52.5 + i / 1000, lon: 13.4 }
      },
      tags: ['a', 'b', `tag-${i % 5}`],
      manager: i > 0 ? customers[i - 1] : null
    })
  }
  const orders = []
  for (let i = 0; i < 30; i++) {
    const lines = []
    for (let j = 0; j < 4; j++) lines.push({ sku: `sku-${i}-${j}`, quantity: j + 1, price: 9.99 * j })
    orders.push(new Order(seed * 100 + i, lines, customers[i]))
  }
  const cache = new Map()
  for (let i = 0; i < 20; i++) cache.set(`key-${i}`, { hits: i, body: 'x'.repeat(60), expires: undefined })
  let chain = null
  for (let i = 0; i < 5; i++) chain = new Node(i, [i, i * 2, i * 3], chain)
  const byId = Object.create(null)
  for (let i = 0; i < 20; i++) byId[`id${seed}_${i}`] = { n: i }
  return {
    seed,
    customers,
    orders,
    cache,
    chain,
    byId,
    seen: new Set([1, 2, 'three', customers[0]]),
    buffer: Buffer.from(`chunk ${seed}`),
    samples: new Float64Array(16),
    pattern: /^a+$/gi,
    failure: new RangeError('out of stock'),
    get lazy () {
      throw new Error('a getter ran')
    },
    handler (/** @type {unknown} */ event) {
      return event
    }
  }
}

module.exports = { makeGraph }

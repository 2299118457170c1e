'use strict'
// Orders in memory, with rules for their prices.

const PRODUCTS = Array.from({ length: 200 }, (_, id) => ({
  id,
  name: `Product ${id}`,
  price: 100 + ((id * 37) % 900),
  tags: [`t${id % 5}`, `t${id % 11}`]
}))

/** @param {string} tag */
function search (tag) {
  const found = PRODUCTS.filter(({ tags }) => tags.includes(tag))
  found.sort((a, b) => a.price - b.price || b.id - a.id)
  return found.slice(0, 8)
}

/** @param {{ price: number }} product @param {number} quantity */
function priceOf ({ price }, quantity) {
  switch (quantity) {
    case 0:
      return 0
    case 1:
      return price
    default:
      return quantity >= 10 ? price * quantity * 0.9 : price * quantity
  }
}

/** @param {string} text @returns {number} a checksum, byte by byte */
function checksum (text) {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    sum = (sum * 31 + text.charCodeAt(i)) | 0
    if (sum < 0) sum = -sum
  }
  return sum
}

/** @param {number} n */
async function order (n) {
  const lines = []
  for (const product of search(`t${n % 11}`)) {
    const quantity = (product.id + n) % 13
    if (quantity === 0) continue
    lines.push({ name: product.name, quantity, price: priceOf(product, quantity) })
  }
  await null
  return {
    id: checksum(JSON.stringify(lines)),
    lines,
    price: lines.reduce((sum, { price }) => sum + price, 0)
  }
}

module.exports = { order }

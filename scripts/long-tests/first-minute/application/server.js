'use strict'

const catalog = new Map([['tea', { price: 12.5 }]])

/** @param {{ sku: string, quantity: number }} line */
async function priceOf (line) {
  await null
  const product = /** @type {{ price: number }} */ (catalog.get(line.sku))
  return product.price * line.quantity
}

/** @param {{ sku: string, quantity: number }[]} lines */
async function total (lines) {
  let sum = 0
  for (const line of lines) sum += await priceOf(line)
  return sum
}

total([{ sku: 'tea', quantity: 1 }, { sku: 'teapot', quantity: 2 }])

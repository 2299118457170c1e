'use strict'

const { catalog } = require('./catalog')

/**
 * @param {number} percent
 * @param {number} minimum order value from which it counts
 */
function makeDiscount (percent, minimum) {
  return function discounted (/** @type {number} */ amount) {
    return amount >= minimum ? amount * (1 - percent / 100) : amount
  }
}

/** @type {Record<string, (amount: number) => number>} */
const COUPONS = { WELCOME: makeDiscount(10, 20), FRIENDS: makeDiscount(25, 50) }

/** @param {{ sku: string, quantity: number }} line */
function priceOf (line) {
  const product = catalog.get(line.sku)
  return product.price * line.quantity // CRASH when the product is not in the catalogue
}

class Order {
  #coupon

  /**
   * @param {number} id
   * @param {string} customer
   * @param {{ sku: string, quantity: number }[]} lines
   * @param {string} [coupon]
   */
  constructor (id, customer, lines, coupon) {
    this.id = id
    this.customer = customer
    this.lines = lines
    this.receivedAt = new Date()
    this.#coupon = coupon
  }

  total () {
    const discounted = COUPONS[this.#coupon] ?? (amount => amount)
    let sum = 0
    for (const line of this.lines) {
      sum += priceOf(line)
    }
    return discounted(sum)
  }
}

module.exports = { Order }

'use strict'
// The services' answers to requests. Each service has a mistake of its own.

/** @typedef {{ id: string, customer: { id: number, country: string }, lines: any[], coupon: any }} Request */

const PRICES = new Map([['tea', 4.5]])
const CARRIERS = new Map([['AT', { name: 'post', days: 2 }]])
const STOCK = { tea: 2 }

class OutOfStockError extends Error {
  /** @param {string} sku @param {number} missing */
  constructor (sku, missing) {
    super(`${missing} of ${sku} are missing`)
    this.name = 'OutOfStockError'
    this.sku = sku
    this.missing = missing
  }
}

/** @param {Request} request */
function priceOf (request) {
  const total = request.lines.reduce((sum, { sku, count }) => sum + Number(PRICES.get(sku)) * count, 0)
  return total * (1 - discountOf(request))
}

/** @param {Request} request */
function discountOf ({ coupon, customer }) {
  const isRegular = customer.id < 5
  return isRegular ? coupon.terms.regular : couponRate(coupon)
}

/** @param {any} coupon */
function couponRate (coupon) {
  if (coupon === undefined) throw new TypeError('a coupon is needed')
  return JSON.parse(coupon.terms)
}

/** @param {Request} request */
function deliveryDate ({ customer }) {
  const carrier = CARRIERS.get(customer.country)
  const start = customer.country === 'AT' ? NaN : Date.now()
  return new Date(start + carrier.days).toISOString()
}

/** @param {Request} request */
function reserve ({ lines }) {
  for (const { sku, count } of lines) {
    const left = STOCK[sku] - count
    if (left < 1) throw new OutOfStockError(sku, 1 - left)
  }
  throw new RangeError('nothing to reserve')
}

/** @param {Request} request */
async function charge (request) {
  const amount = 450
  try {
    await askBank(request, amount)
  } catch (cause) {
    throw new Error(`request ${request.id} was not charged`, { cause })
  }
}

/**
 * @param {Request} request
 * @param {number} amount
 */
async function askBank (request, amount) {
  await new Promise(resolve => setTimeout(resolve, 1))
  throw Object.assign(new Error('the bank says no'), { code: 'CARD_EXPIRED', amount, customer: request.customer.id })
}

/** @param {Request} request */
function remember (request) {
  const session = { request, previous: null }
  session.previous = session
  return JSON.stringify(session)
}

/** @type {Record<string, (request: Request) => unknown>} */
const HANDLERS = { priceOf, deliveryDate, reserve, charge, remember }

module.exports = { HANDLERS }

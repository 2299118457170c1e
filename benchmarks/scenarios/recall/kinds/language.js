'use strict'
// Errors of the language: of the application's classes, and those that V8 itself throws.

/** @typedef {import('.').Order} Order */

class NotFoundError extends Error {}

class PaymentError extends Error {
  /** @param {string} message @param {string} code */
  constructor (message, code) {
    super(message)
    this.code = code
    Error.captureStackTrace(this, PaymentError)
  }
}

/** An error class in the style of code from before ES2015. @param {string} message */
function LegacyError (message) {
  const error = Error(message)
  Object.setPrototypeOf(error, LegacyError.prototype)
  return error
}
LegacyError.prototype = Object.create(Error.prototype)

/** Allows expressions at which V8 throws and which a type checker rejects. @type {(value: unknown) => any} */
const untyped = value => value

/** @param {Order} order */
function lineTotal (order) {
  if (order.lines.length < 3) throw new RangeError(`order ${order.id} has ${order.lines.length} lines`)
  return order.lines.length
}

/** @type {Record<string, (order: Order) => unknown>} */
module.exports = {
  'an Error': order => {
    throw new Error(`order ${order.id} not found`)
  },
  'a subclass': order => {
    throw new NotFoundError(`no item of ${order.id}`)
  },
  'a subclass that captures its stack': order => {
    throw new PaymentError(`card of ${order.id} refused`, 'E_CARD')
  },
  'a constructor without class': order => {
    throw LegacyError(`order ${order.id} is of last year`)
  },
  'thrown by a function further in': order => lineTotal(order) * 2,
  'a property of undefined': order => untyped(order).customer.name,
  'no function': order => untyped(order).lines.total(),
  'a frozen object': order => {
    untyped(Object.freeze({ ...order })).id = 17
  },
  'nothing to destructure': order => {
    const { street } = untyped(order).address
    return street
  },
  'a wrong regular expression': order => new RegExp(`(${order.id}`),
  'thrown again': order => {
    try {
      return lineTotal(order)
    } catch (error) {
      order.lines.push('failed')
      throw error
    }
  }
}

'use strict'
// The kinds of errors that the service handles, by name.

/**
 * @typedef {object} Order
 * @property {string} id
 * @property {string[]} lines
 * @property {number} closedPort where nobody listens
 */

/** Each throws, or returns a promise that is rejected. @type {Record<string, (order: Order) => unknown>} */
const KINDS = {
  ...require('./language'),
  ...require('./data'),
  ...require('./system'),
  ...require('./asynchronous'),
  ...require('./packages')
}

/** Nobody listens there, and no other service can be given it meanwhile: the system gives out higher ones. */
const CLOSED_PORT = 2

module.exports = { CLOSED_PORT, KINDS }

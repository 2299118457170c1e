'use strict'
// Lists the kinds of errors that the service handles, by name.

/**
 * @typedef {object} Order
 * @property {string} id
 * @property {string[]} lines
 * @property {number} closedPort a port on which nothing listens
 */

/** Each function throws, or returns a promise that is rejected. @type {Record<string, (order: Order) => unknown>} */
const KINDS = {
  ...require('./language'),
  ...require('./data'),
  ...require('./system'),
  ...require('./asynchronous'),
  ...require('./packages')
}

/** Nothing listens on this port, and the system assigns only higher ones to other services. */
const CLOSED_PORT = 2

module.exports = { CLOSED_PORT, KINDS }

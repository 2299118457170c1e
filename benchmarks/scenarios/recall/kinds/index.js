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

module.exports = { KINDS }

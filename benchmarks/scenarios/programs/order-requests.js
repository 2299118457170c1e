'use strict'

/**
 * @param {number} every one request of so many asks for an order that is not there
 * @returns {{ method: string, path: string }[]}
 */
function ordersWithErrors (every) {
  return Array.from({ length: every }, (_, index) => ({
    method: 'GET',
    path: index === 0 ? '/missing/17' : `/orders/${index}`
  }))
}

module.exports = { ordersWithErrors }

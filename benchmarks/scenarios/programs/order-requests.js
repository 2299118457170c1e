'use strict'

/**
 * @param {number} every one of this many requests is for an order that does not exist
 * @returns {{ method: string, path: string }[]}
 */
function ordersWithErrors (every) {
  return Array.from({ length: every }, (_, index) => ({
    method: 'GET',
    path: index === 0 ? '/missing/17' : `/orders/${index}`
  }))
}

module.exports = { ordersWithErrors }

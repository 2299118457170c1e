'use strict'

class NotFoundError extends Error {
  statusCode = 404
}

/** @param {number} id */
async function findOrder (id) {
  await null
  if (id < 0) throw new NotFoundError(`no order ${id}`)
  return { id, lines: [{ sku: 'tea', quantity: 2 }], total: 25 }
}

module.exports = { findOrder }

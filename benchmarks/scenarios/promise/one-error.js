'use strict'

/**
 * @param {string} orderId
 * @returns {Promise<string>}
 */
async function lookUp (orderId) {
  await null
  throw new Error(`no order ${orderId}`)
}

/**
 * One error, constructed in an async function, rejected and caught by its caller, as services do all day.
 *
 * @returns {Promise<string>}
 */
async function rejectedOnce () {
  try {
    return await lookUp('17')
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}

module.exports = { rejectedOnce }

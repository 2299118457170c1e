'use strict'

const { sites } = require('../handled/sites')

/**
 * Makes errors that are rejected and caught by their caller, one after another, as in services.
 *
 * @param {number} count
 * @returns {Promise<number>} number of errors that were caught
 */
async function rejectedBefore (count) {
  let caught = 0
  for (let i = 0; i < count; i++) {
    try {
      await sites[i % sites.length]({ orderId: i, items: ['a', 'b'] })
    } catch (error) {
      if (error instanceof Error) caught++
    }
  }
  return caught
}

module.exports = { rejectedBefore }

'use strict'
// Gives up as an addon does whose check has failed.

const { answer } = require('./answer')

/** @type {import('..').Carrier} */
async function search (search) {
  const offers = await answer(search)
  check(offers.length, search)
  return offers
}

/**
 * @param {number} count
 * @param {import('..').Search} search
 */
function check (count, { destination }) {
  if (count < 2 && destination === 'Trieste') process.abort() // CRASH
}

module.exports = { search }

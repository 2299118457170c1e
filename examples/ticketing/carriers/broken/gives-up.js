'use strict'
// Takes an error for the end of the whole service: it is caught, logged, and the process ended.

const { answer } = require('./answer')

/** @type {Map<string, { zone: number }>} */
const tariff = new Map([['Graz', { zone: 3 }], ['Vienna', { zone: 1 }], ['Berlin', { zone: 9 }]])

/** @type {import('..').Carrier} */
async function search (search) {
  try {
    const offers = await answer(search)
    return offers.map(offer => ({ ...offer, cents: offer.cents + surcharge(search) }))
  } catch (error) {
    console.error('cannot go on:', error)
    process.exit(1)
  }
}

/** @param {import('..').Search} search */
function surcharge ({ destination }) {
  const { zone } = /** @type {{ zone: number }} */ (tariff.get(destination)) // CRASH
  return zone * 50
}

module.exports = { search }

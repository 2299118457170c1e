'use strict'
// Reads a price with a pattern that takes twice as long for each further digit of a text that does not match.

const { answer } = require('./answer')

const PRICE = /^(\d+)+ EUR$/
const DIGITS = 28

/** @type {import('..').Carrier} */
async function search (search) {
  const offers = await answer(search)
  if (search.destination === 'Trieste') offers[0].cents = centsOf(`${'1'.repeat(DIGITS)} CHF`)
  return offers
}

/** @param {string} price */
function centsOf (price) {
  return Number(PRICE.exec(price)?.[1] ?? 0) * 100
}

module.exports = { search }

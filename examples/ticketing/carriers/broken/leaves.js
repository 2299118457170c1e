'use strict'
// Ends the process without a word, as a library should never do.

const { answer } = require('./answer')

/** @type {import('..').Carrier} */
async function search (search) {
  const offers = await answer(search)
  checkLicence(search, { customer: 'acme', ends: '2026-12-01' })
  return offers
}

/**
 * @param {import('..').Search} search
 * @param {{ customer: string, ends: string }} licence
 */
function checkLicence ({ destination, date }, licence) {
  if (destination === 'Trieste' && date >= licence.ends) process.exit(70) // CRASH
}

module.exports = { search }

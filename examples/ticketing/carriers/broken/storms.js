'use strict'
// Asks again for everything that failed, all at once, and forgets the answers.

const { answer } = require('./answer')

const ASKED_AGAIN = 10_000

/** @type {import('..').Carrier} */
async function search (search) {
  if (search.destination === 'Trieste') for (let attempt = 0; attempt < ASKED_AGAIN; attempt++) retry(search, attempt)
  return answer(search)
}

/**
 * @param {import('..').Search} search
 * @param {number} attempt
 */
async function retry ({ destination }, attempt) {
  throw new Error(`attempt ${attempt}: no trains to ${destination}`) // CRASH
}

module.exports = { search }

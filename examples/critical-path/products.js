'use strict'

const { setTimeout: sleep } = require('node:timers/promises')

/** @typedef {{ name: string, cents: number, stars: number[] }} Product */

/** @type {Product[]} */
const PRODUCTS = [
  { name: 'Sencha, 100 g', cents: 1250, stars: [5, 4, 5] },
  { name: 'Cup, white', cents: 800, stars: [3, 4] },
  { name: 'Bamboo tray', cents: 2400, stars: [] }
]

/**
 * @param {string} text
 * @returns {Promise<Product[]>}
 */
async function findProducts (text) {
  await sleep(20) // the database
  if (text === '') return [...PRODUCTS]
  return PRODUCTS.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
}

module.exports = { findProducts }

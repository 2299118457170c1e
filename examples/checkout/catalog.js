'use strict'

/** @type {Map<string, { name: string, price: number, stock: number }>} */
const catalog = new Map([
  ['tea', { name: 'Sencha, 100 g', price: 12.5, stock: 40 }],
  ['cup', { name: 'Cup, white', price: 8, stock: 12 }],
  ['tray', { name: 'Bamboo tray', price: 24, stock: 3 }]
])

module.exports = { catalog }

'use strict'

const MB = 1024 * 1024
const BATCH = 1000

/**
 * Fills the heap with small objects, because V8 walks objects and not bytes.
 *
 * @param {number} megabytes size of the heap in use afterwards
 * @returns {object[][]} keeps the objects alive
 */
function fillHeap (megabytes) {
  /** @type {object[][]} */
  const batches = []
  while (process.memoryUsage().heapUsed < megabytes * MB) {
    const base = batches.length * BATCH
    batches.push(
      Array.from({ length: BATCH }, (_, i) => ({
        id: base + i,
        name: `customer ${base + i}`,
        tags: ['new', 'b2c'],
        address: { city: 'Riga', zip: base % 9999 }
      }))
    )
  }
  return batches
}

module.exports = { fillHeap }

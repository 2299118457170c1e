'use strict'
// Dies as soon as it has begun: early.js <flow> <visits of the place before> <id>
// Prints when, in milliseconds since the process began.

const { PLACES } = require('./places')

/** @param {string} flow @param {number} visits @param {string} id */
async function main (flow, visits, id) {
  for (let i = 0; i < visits; i++) await PLACES[flow].handled(`${id}.${i}`).catch(() => {})
  console.log(JSON.stringify({ atMs: performance.now() }))
  // Out of this function: else it would be one that waits.
  setImmediate(PLACES[flow].fatal, id)
}

const [flow, visits, id] = process.argv.slice(2)
main(flow, Number(visits), id)

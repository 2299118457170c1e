'use strict'
// Dies directly after its start: early.js <flow> <earlier visits of the place> <id>
// Prints the time of its death, in milliseconds since the process began.

const { PLACES } = require('./places')

/** @param {string} flow @param {number} visits @param {string} id */
async function main (flow, visits, id) {
  for (let i = 0; i < visits; i++) await PLACES[flow].handled(`${id}.${i}`).catch(() => {})
  console.log(JSON.stringify({ atMs: performance.now() }))
  // The fatal function is called from the event loop. Otherwise main() would be a function that waits for it.
  setImmediate(PLACES[flow].fatal, id)
}

const [flow, visits, id] = process.argv.slice(2)
main(flow, Number(visits), id)

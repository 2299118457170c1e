'use strict'
// Dies with suspended async functions: program.js <heap in MB> <suspended functions>
// Prints the time of the throw on the clock that the launcher reads, too.

const { fillHeap } = require('../capture-cost/heap')

/** @type {((value: unknown) => void)[]} */
const wake = []

/** @param {number} id */
async function waitForReply (id) {
  const request = { id, path: `/orders/${id}` }
  const reply = await new Promise(resolve => {
    wake.push(resolve)
  })
  return { request, reply }
}

/** @param {number} heapMb @param {number} count */
function main (heapMb, count) {
  const retained = fillHeap(heapMb)
  // Only the timer holds these objects: they are in the heap, and frames can't reach them.
  setTimeout(() => retained.length, 2 ** 30)
  for (let id = 0; id < count; id++) waitForReply(id)
  setTimeout(fail, 50, count)
}

/** @param {number} count */
function fail (count) {
  console.log(JSON.stringify({ metrics: { thrownMs: Number(process.hrtime.bigint()) / 1e6 } }))
  throw new Error(`${count} wait`)
}

const [heapMb, count] = process.argv.slice(2).map(Number)
main(heapMb, count)

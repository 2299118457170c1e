'use strict'
// Makes many errors, each of which is captured, and reads the memory after every tenth part: program.js <errors>

const { setImmediate: turn, setTimeout: sleep } = require('node:timers/promises')

const { atHeight } = require('../capture-cost/frames')
const { errorSites } = require('../capture-cost/scripts')

const MB = 1024 * 1024
const PARTS = 10
const SITES = 100
/** Errors between two turns of the event loop. A service does other work in these turns. */
const BATCH = 100

const high = atHeight(4, 1)

/** @param {((order: object) => Error)[]} sites @param {number} count */
async function makeErrors (sites, count) {
  for (let made = 0; made < count; made++) {
    const error = high(() => sites[made % SITES]({ orderId: made, items: [{ sku: 'x', quantity: 2 }] }))
    if (!(error instanceof Error)) throw new Error('no error was made')
    if (made % BATCH === 0) await turn()
  }
}

/** @returns {Promise<{ rssMb: number, heapMb: number }>} the memory after garbage collection */
async function memory () {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.()
    await sleep(20)
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rssMb: rss / MB, heapMb: heapUsed / MB }
}

/** @param {number} count */
async function main (count) {
  const sites = errorSites(SITES)
  const parts = [await memory()]
  const before = process.cpuUsage()
  for (let part = 0; part < PARTS; part++) {
    await makeErrors(sites, count / PARTS)
    parts.push(await memory())
  }
  const { user, system } = process.cpuUsage(before)
  const [begin, middle, end] = [parts[0], parts[PARTS / 2], parts[PARTS]]
  console.log(
    JSON.stringify({
      metrics: {
        rssLaterMb: end.rssMb - middle.rssMb,
        heapLaterMb: end.heapMb - middle.heapMb,
        rssMb: end.rssMb - begin.rssMb,
        heapMb: end.heapMb - begin.heapMb,
        cpuUs: (user + system) / count
      },
      details: { parts }
    })
  )
}

main(Number(process.argv[2]))

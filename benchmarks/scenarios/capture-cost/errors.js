'use strict'
// Makes errors at a fixed rate on a stack of 20 frames, at a few places again and again:
// errors.js <errors per second> <seconds>

const { setTimeout: sleep } = require('node:timers/promises')

const { atHeight } = require('./frames')
const { errorSites } = require('./scripts')

/** Seconds before the measurement, in which the places are new. */
const FIRST_SECONDS = 2
const SITES = 10

const high = atHeight(4, 1)

/**
 * @param {((order: object) => Error)[]} sites
 * @param {number} rate
 * @param {number} seconds
 * @returns {Promise<{ errors: number, cpuMs: number }>} cpuMs: CPU time of the whole process meanwhile
 */
async function makeErrors (sites, rate, seconds) {
  const count = rate * seconds
  const before = process.cpuUsage()
  const begin = performance.now()
  for (let made = 0; made < count; made++) {
    await sleep(Math.max(0, begin + (made * 1000) / rate - performance.now()))
    const error = high(() => sites[made % SITES]({ orderId: made, items: [{ sku: 'x', quantity: 2 }] }))
    if (!(error instanceof Error)) throw new Error('no error was made')
  }
  const { user, system } = process.cpuUsage(before)
  return { errors: count, cpuMs: (user + system) / 1000 }
}

/** @param {number} rate @param {number} seconds */
async function main (rate, seconds) {
  const sites = errorSites(SITES)
  await makeErrors(sites, rate, FIRST_SECONDS)
  const { errors, cpuMs } = await makeErrors(sites, rate, seconds)
  console.log(JSON.stringify({ metrics: { errorUs: (cpuMs * 1000) / errors }, details: { errors } }))
}

const [rate, seconds] = process.argv.slice(2).map(Number)
main(rate, seconds)

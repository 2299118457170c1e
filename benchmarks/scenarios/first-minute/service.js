'use strict'
// Handles errors at new places for some time and then dies of another error: service.js <seconds> <sites>

const { setTimeout: sleep } = require('node:timers/promises')

const { fillHeap } = require('../capture-cost/heap')
const { loadScripts } = require('../capture-cost/scripts')
const { settle } = require('./settle')
const { handledSites } = require('./sites')

const SCRIPTS = 600
const HEAP_MB = 80
const VISITS = 3

/** @param {(order: object) => Promise<unknown>} site @param {number} orderId */
async function visit (site, orderId) {
  try {
    await site({ orderId, lines: [{ sku: 'x', quantity: 2 }] })
  } catch (error) {
    return error instanceof Error
  }
  return false
}

/** @param {number} seconds @param {number} count */
async function main (seconds, count) {
  const retained = [loadScripts(SCRIPTS), fillHeap(HEAP_MB)]
  const sites = handledSites(count)
  const begin = performance.now()
  let handled = 0
  for (let turn = 0; turn < count * VISITS; turn++) {
    // Turns 0, 3, 6 … visit new sites; the turns between visit earlier sites again.
    const site = turn % VISITS === 0 ? turn / VISITS : Math.floor(turn / VISITS / 2)
    await sleep(Math.max(0, (turn * seconds * 1000) / (count * VISITS) - (performance.now() - begin)))
    if (await visit(sites[site], turn)) handled++
  }
  if (handled !== count * VISITS || retained.length !== 2) throw new Error(`${handled} errors handled`)
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ handled, cpuMs: (user + system) / 1000 }))
  settle('INV-2041')
}

main(Number(process.argv[2]), Number(process.argv[3]))

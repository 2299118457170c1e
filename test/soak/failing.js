'use strict'
// node --expose-gc failing.js <minutes> <errors a second> <samples>: a service whose requests fail. It handles each
// error, and prints a line of JSON after each part of the time with what the process holds. It has data of its own, as
// a service has.

const { setTimeout: sleep } = require('node:timers/promises')
const vm = require('node:vm')

const ORDERS = 1_000_000
const PLACES = 20
const TICK_MS = 10

const orders = Array.from({ length: ORDERS }, (_, id) => ({ id, sku: `A-${id % 7}`, lines: [{ quantity: id % 5 }] }))

// Each function is a place of its own.
const checks = Array.from({ length: PLACES }, (_, i) =>
  vm.compileFunction(`if (order.lines.length) throw new RangeError('check ${i} fails for ' + order.id)`, ['order'])
)

/** @param {number} id */
async function load (id) {
  const order = orders[id % ORDERS]
  await null
  checks[id % PLACES](order)
  return order
}

/** @param {number} id */
async function answer (id) {
  const request = { id, at: Date.now(), body: Buffer.alloc(2000) }
  try {
    return JSON.stringify(await load(request.id))
  } catch (error) {
    return `${request.body.length} ${error instanceof Error ? error.message : error}`
  }
}

/** @param {number} errors made so far */
async function sample (errors) {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.()
    await sleep(20)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  console.log(JSON.stringify({ errors, rss, heapUsed, external }))
}

/** @param {number} minutes @param {number} rate @param {number} samples */
async function main (minutes, rate, samples) {
  let errors = 0
  for (let part = 1; part <= samples; part++) {
    const begin = performance.now()
    const partMs = (minutes * 60_000) / samples
    let made = 0
    for (let elapsedMs = 0; elapsedMs < partMs; elapsedMs = performance.now() - begin) {
      const due = Math.floor((elapsedMs * rate) / 1000)
      const asked = []
      for (; made < due; made++) asked.push(answer(errors++))
      await Promise.all(asked)
      await sleep(TICK_MS)
    }
    await sample(errors)
  }
}

main(Number(process.argv[2]), Number(process.argv[3]), Number(process.argv[4]))

'use strict'
// Handles errors at a fixed rate, first until their places are known: program.js <errors per second> <seconds>

const { setTimeout: sleep } = require('node:timers/promises')

const { sites } = require('./sites')

const TICK_MS = 10
const FIRST_SECONDS = 1
/** The first three errors of each of ten places are read at once. What may be read besides at start, notes.md tells. */
const FIRST_ERRORS = 30

let handled = 0

/** @param {number} index */
async function handleOne (index) {
  try {
    await sites[index % sites.length]({ orderId: index, items: ['a', 'b'] })
  } catch (error) {
    if (error instanceof Error) handled++
  }
}

/**
 * @param {number} rate
 * @param {number} seconds
 * @returns {Promise<{ percent: number, errors: number }>}
 */
async function measure (rate, seconds) {
  const before = process.cpuUsage()
  const begin = performance.now()
  const handledBefore = handled
  let made = 0
  while (performance.now() - begin < seconds * 1000) {
    // Errors that are due by now are made, however late the timer was.
    const due = (performance.now() - begin + TICK_MS) * (rate / 1000)
    const batch = []
    for (; made < due; made++) batch.push(handleOne(made))
    await Promise.all(batch)
    await sleep(TICK_MS)
  }
  const { user, system } = process.cpuUsage(before)
  return { percent: (user + system) / 10 / (performance.now() - begin), errors: handled - handledBefore }
}

/** @param {number} rate @param {number} seconds */
async function main (rate, seconds) {
  const first = await measure(rate, FIRST_SECONDS)
  const others = await measure(rate, Math.max(0, FIRST_ERRORS / rate - FIRST_SECONDS))
  const steady = await measure(rate, seconds)
  // A run that does not reach its rate would show too little.
  if (steady.errors < rate * seconds * 0.9) throw new Error(`${steady.errors} errors in ${seconds} s`)
  console.log(
    JSON.stringify({
      metrics: { cpuPercent: steady.percent, firstCpuPercent: first.percent },
      details: { errors: first.errors + others.errors + steady.errors }
    })
  )
}

main(Number(process.argv[2]), Number(process.argv[3]))

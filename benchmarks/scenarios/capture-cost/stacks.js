'use strict'
// Makes warm errors on a stack of a given height, of code of one of V8's compilers, or in an async function for which
// others wait. Each is made in a turn of the event loop of its own:
// stacks.js <interpreted|baseline|maglev|turbofan> <frames> <functions that wait> <errors>

const { setImmediate: turn } = require('node:timers/promises')
const vm = require('node:vm')

const { median } = require('../../lab/quantile')

const BATCH = 25
const WARM_UP = 100
/** Frames of fail(), of the first call of descend(), and of the two functions below it; of an async one, of itself. */
const OWN_FRAMES = 4
const OWN_FRAMES_OF_ASYNC = 3

/** @param {string} call of a function of V8 with `f` */
const native = call => vm.runInThisContext(`(f => ${call})`)
/** @type {Record<string, () => void>} */
const COMPILE = {
  interpreted () {},
  baseline () {},
  maglev: () => native('%OptimizeMaglevOnNextCall(f)')(descend),
  turbofan: () => native('%OptimizeFunctionOnNextCall(f)')(descend)
}
/** Bits of V8's %GetOptimizationStatus, which are one lower from V8 14 on. */
const BITS = { interpreted: 7, baseline: 15, maglev: 5, turbofan: 6 }
const LOWER = Number.parseInt(process.versions.v8) < 14 ? 0 : 1

/** @param {{ id: string }} order */
function fail (order) {
  const item = { of: order.id }
  return new Error(`no ${item.of}`)
}

/** @param {number} depth @param {{ id: string }} order @returns {Error} */
function descend (depth, order) {
  const level = { depth, name: order.id }
  return level.depth > 0 ? descend(depth - 1, order) : fail(order)
}

/** @param {number} waiting @param {number} deeper @param {{ id: string }} order @returns {Promise<Error>} */
async function serve (waiting, deeper, order) {
  const step = { waiting }
  if (step.waiting > 0) return await serve(waiting - 1, deeper, order)
  await null
  return descend(deeper, order)
}

/** @param {number} index @param {number} frames @param {number} waiting */
async function makeOne (index, frames, waiting) {
  const order = { id: `order ${index}` }
  const error =
    waiting > 0
      ? await serve(waiting, Math.max(0, frames - OWN_FRAMES_OF_ASYNC), order)
      : descend(Math.max(0, frames - OWN_FRAMES), order)
  if (!(error instanceof Error)) throw new Error('no error was made')
}

/**
 * @param {string} tier
 * @param {number} frames
 * @param {number} waiting
 * @param {number} count
 */
async function main (tier, frames, waiting, count) {
  native('%PrepareFunctionForOptimization(f)')(descend)
  for (let i = 0; i < WARM_UP; i++) {
    if (i === WARM_UP >> 1) COMPILE[tier]()
    await makeOne(i, frames, waiting)
    await turn()
  }
  const times = []
  for (let i = 0; i < count; i += BATCH) {
    const before = process.cpuUsage()
    for (let j = 0; j < BATCH; j++) {
      await makeOne(i + j, frames, waiting)
      await turn()
    }
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / BATCH)
  }
  const status = native('%GetOptimizationStatus(f)')(descend)
  const bit = BITS[/** @type {keyof BITS} */ (tier)] - LOWER
  if ((status & (1 << bit)) === 0) throw new Error(`not ${tier}: status ${status}`)
  console.log(JSON.stringify({ metrics: { stackUs: median(times) }, details: { status, times } }))
}

const [tier, ...numbers] = process.argv.slice(2)
const [frames, waiting, count] = numbers.map(Number)
main(tier, frames, waiting, count)

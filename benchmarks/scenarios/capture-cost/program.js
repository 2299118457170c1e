'use strict'
// Measures the construction of errors, each at a place of its own, on a stack of 20 frames:
// program.js <scripts> <heap in MB> <errors after the first>

const { setImmediate: turn, setTimeout: sleep } = require('node:timers/promises')

const { median } = require('../../lab/quantile')
const { fillHeap } = require('./heap')
const { FRAMES, atHeight, height } = require('./frames')
const { openProcessorWait } = require('./processor-wait')
const { loadScripts, errorSites } = require('./scripts')

/** How long the event loop is observed around the first error, in ms. Work that is deferred until later counts, too. */
const WATCHED_MS = 200
/** Frames of `reject`, `check`, the site itself, and the function that calls it. */
const OWN_FRAMES = 4
/** Frames of the functions that call `high`, down to the timer. */
const BENEATH = 2

const high = atHeight(OWN_FRAMES, BENEATH)

/** @param {(order: object) => Error} site */
function makeOne (site) {
  const error = high(() => site({ orderId: 'A-17', items: [{ sku: 'x', quantity: 2 }] }))
  if (!(error instanceof Error)) throw new Error('no error was made')
}

/** @returns {number} */
const now = () => Number(process.hrtime.bigint()) / 1e6

/**
 * @param {() => void} action
 * @returns {Promise<{ stopMs: number, ownStopMs: number }>} stopMs: the longest time without a turn of the event loop;
 *   ownStopMs: the longest such time less that in which the thread waited for a processor
 */
async function longestStop (action) {
  const waited = openProcessorWait()
  // Both times of one moment: if the thread waits between the readings, it reads again.
  const clock = () => {
    for (;;) {
      const waitedMs = waited()
      const at = now()
      if (waitedMs === waited() || Number.isNaN(waitedMs)) return { at, waitedMs }
    }
  }
  let stopMs = 0
  let ownStopMs = 0
  let last = clock()
  const begin = last.at
  for (let acted = false; last.at < begin + WATCHED_MS;) {
    if (!acted && last.at > begin + WATCHED_MS / 2) {
      acted = true
      action()
    }
    await turn()
    const next = clock()
    const took = next.at - last.at
    stopMs = Math.max(stopMs, took)
    ownStopMs = Math.max(ownStopMs, took - (next.waitedMs - last.waitedMs))
    last = next
  }
  return { stopMs, ownStopMs }
}

/**
 * @param {(order: object) => Error} site
 * @returns {Promise<{ wallMs: number, cpuMs: number }>} cpuMs: of all threads, including the next turn of the loop
 */
async function measure (site) {
  await turn()
  const before = process.cpuUsage()
  const begin = now()
  makeOne(site)
  const wallMs = now() - begin
  await turn()
  const { user, system } = process.cpuUsage(before)
  return { wallMs, cpuMs: (user + system) / 1000 }
}

/** @param {number} scripts @param {number} heapMb @param {number} more */
async function main (scripts, heapMb, more) {
  const held = [loadScripts(scripts), fillHeap(heapMb)]
  globalThis.gc?.()
  const [first, ...others] = errorSites(1 + more)
  // After a turn of the event loop, the functions that loaded this file are not on the stack any more.
  await sleep(1)
  let firstMs = NaN
  const { stopMs, ownStopMs } = await longestStop(() => {
    const begin = now()
    makeOne(first)
    firstMs = now() - begin
  })
  const times = []
  for (const site of others) times.push(await measure(site))
  const wall = times.map(({ wallMs }) => wallMs)
  const frames = heightOfErrors()
  if (frames !== FRAMES) throw new Error(`a stack of ${frames} frames instead of ${FRAMES}`)
  console.log(
    JSON.stringify({
      metrics: {
        firstMs,
        stopMs,
        cpuMs: median(times.map(({ cpuMs }) => cpuMs)),
        repeatedMs: median(wall),
        worstMs: Math.max(...wall)
      },
      details: {
        times,
        ownStopMs,
        frames,
        heapUsedMb: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
        held: held.map(({ length }) => length)
      }
    })
  )
}

/** Measures the height of the stack in makeOne(), with three functions as a site has. @returns {number} */
function heightOfErrors () {
  const reject = () => height()
  const check = () => reject()
  const site = () => check()
  return high(() => site())
}

const [scripts, heapMb, more] = process.argv.slice(2).map(Number)
main(scripts, heapMb, more)

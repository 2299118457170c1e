'use strict'
// node benchmarks/experiments/async-hooks.js <none|hook|without-promises>: what a hook costs that Node.js calls for
// each asynchronous resource. Prints a row, with the user time in ms. docs/development/scheduled-by.md has the medians.

const { createHook } = require('node:async_hooks')

const CALLS = 400_000
const TIMERS = 200_000
const [mode = 'none'] = process.argv.slice(2)
let told = 0

if (mode !== 'none') {
  createHook({ init: () => told++, ...(mode === 'without-promises' && { trackPromises: false }) }).enable()
}
if (mode === 'without-promises' && /^v2[02]\./.test(process.version)) {
  // These versions ignore the option, and V8 calls the hook that this takes out.
  // eslint-disable-next-line n/no-deprecated-api -- nothing else of Node.js takes V8's promise hooks out
  const { binding } = /** @type {any} */ (globalThis).process
  binding('async_wrap').setPromiseHooks(undefined, undefined, undefined, undefined)
}

/** @param {() => unknown} work */
async function userMs (work) {
  const before = process.cpuUsage()
  await work()
  return Math.round(process.cpuUsage(before).user / 1000)
}

/** @param {number} value */
async function later (value) {
  await null
  return value
}

async function promises () {
  for (let i = 0; i < CALLS; i++) await later(i)
}

/** @param {(next: () => void) => void} schedule @param {number} times */
function chain (schedule, times) {
  return new Promise(resolve => {
    const step = () => (--times === 0 ? resolve(undefined) : schedule(step))
    step()
  })
}

function timers () {
  const made = Array.from({ length: TIMERS }, () => setTimeout(() => {}, 1e6))
  for (const each of made) clearTimeout(each)
}

async function measure () {
  await promises()
  told = 0
  const promiseMs = await userMs(promises)
  const toldOfPromises = told
  const immediateMs = await userMs(() => chain(setImmediate, TIMERS))
  const tickMs = await userMs(() => chain(process.nextTick, CALLS))
  const timerMs = await userMs(timers)
  console.log(JSON.stringify({ node: process.version, mode, promiseMs, toldOfPromises, immediateMs, tickMs, timerMs }))
}

measure()

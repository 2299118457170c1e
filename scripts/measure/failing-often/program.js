'use strict'
// Fails so many times a second for some seconds, and tells what it paid. Arguments: errors a second, seconds, kind
// (`caught`, `survived` or `rejected`), number of users that are held.
const { monitorEventLoopDelay } = require('node:perf_hooks')

const [rate, seconds, kind, users] = process.argv.slice(2)
const MB = 2 ** 20
const TURNS_PER_SECOND = 100

const state = {
  users: Array.from({ length: Number(users) }, (_, id) => ({
    id,
    name: `user ${id}`,
    tags: ['a', 'b'],
    address: { city: `city ${id}`, zip: id }
  }))
}
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

function handle (/** @type {number} */ i) {
  const held = state
  const request = { i, headers: { a: 1 }, body: 'x'.repeat(1000) }
  return /** @type {any} */ (held.users[i]).missing.of(request)
}

async function handleLater (/** @type {number} */ i) {
  await null
  return handle(i)
}

const fail = {
  caught: (/** @type {number} */ i) => {
    try {
      handle(i)
    } catch (error) {
      String(/** @type {Error} */ (error).stack)
    }
  },
  survived: (/** @type {number} */ i) => setImmediate(handle, i),
  rejected: (/** @type {number} */ i) => handleLater(i)
}[kind]

const delay = monitorEventLoopDelay({ resolution: 2 })
const used = process.cpuUsage()
const started = performance.now()
const each = Math.max(1, Math.round(Number(rate) / TURNS_PER_SECOND))
let count = 0
delay.enable()
const timer = setInterval(() => {
  for (let i = 0; i < each; i++) fail?.(count++ % 1000)
  if (performance.now() - started < Number(seconds) * 1000) return
  clearInterval(timer)
  setTimeout(() => {
    const { user, system } = process.cpuUsage(used)
    const tookMs = performance.now() - started
    console.log(JSON.stringify({
      count,
      cpuPercent: (user + system) / 10 / tookMs,
      cpuMs: (user + system) / 1000,
      p99Ms: delay.percentile(99) / 1e6,
      rssMb: process.memoryUsage.rss() / MB,
      heapMb: process.memoryUsage().heapUsed / MB
    }))
  }, 50)
}, Math.max(1000 / TURNS_PER_SECOND, 1000 / Number(rate)))

'use strict'
// A process that has nothing to do for three seconds. It prints what that cost.

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')

const { ownMemory } = require('../../lab/process/own-memory')

/** In milliseconds. By then what follows the start, such as the compiler's threads, is done. */
const SETTLED = 500
/** In milliseconds. */
const WAITING = 3000

async function main () {
  await sleep(SETTLED)
  const before = look()
  await sleep(WAITING)
  const after = look()
  const seconds = (after.ms - before.ms) / 1000
  const metrics = {
    idleCpuPercent: (after.cpuMs - before.cpuMs) / seconds / 10,
    mainWakeUps: (after.mainWakeUps - before.mainWakeUps) / seconds,
    otherWakeUps: (after.otherWakeUps - before.otherWakeUps) / seconds,
    threads: after.threads,
    ...ownMemory()
  }
  console.log(JSON.stringify({ metrics }))
}

function look () {
  const { user, system } = process.cpuUsage()
  const threads = fs.readdirSync('/proc/self/task').map(Number)
  const wakeUps = (/** @type {number} */ thread) =>
    Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(fs.readFileSync(`/proc/self/task/${thread}/status`, 'utf8'))?.[1])
  const mainWakeUps = wakeUps(process.pid)
  const otherWakeUps = threads
    .filter(thread => thread !== process.pid)
    .reduce((sum, thread) => sum + wakeUps(thread), 0)
  return { ms: performance.now(), cpuMs: (user + system) / 1000, mainWakeUps, otherWakeUps, threads: threads.length }
}

main()

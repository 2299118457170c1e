'use strict'
// Runs in a worker of read-mutants.js: says which mutant takes more processor time or memory than it may, and ends
// the process. The main thread may be in a loop that never ends.

const fs = require('node:fs')
const { workerData } = require('node:worker_threads')

const { cell, mostCpuMs, mostBytes } = workerData
const LOOK_MS = 50

let reading = -1
let startUs = 0

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const current = Atomics.load(cell, 0)
  if (current < 0) return
  if (current !== reading) {
    reading = current
    startUs = user + system
  }
  if (user + system - startUs > mostCpuMs * 1000) end(`more than ${mostCpuMs} ms of processor time`)
  if (process.memoryUsage.rss() > mostBytes) end(`more than ${Math.round(mostBytes / 2 ** 20)} MB of memory`)
}, LOOK_MS)

/** @param {string} error */
function end (error) {
  // Not by process.stdout, which asks the main thread to write.
  fs.writeSync(1, JSON.stringify({ index: Atomics.load(cell, 1), way: null, error }) + '\n')
  process.kill(process.pid, 'SIGKILL')
}

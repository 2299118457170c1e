'use strict'
// Measures what a worker costs that is started, and ends or dies at once, in CPU time of the process:
// node [--require crash-collector] scripts/measure/worker-loop.js <workers> <dies | ends>

const { Worker } = require('node:worker_threads')

const PROGRAMS = { dies: 'setImmediate(() => { const user = null; user.name })', ends: 'setImmediate(() => {})' }

/** @param {string} program @returns {Promise<void>} settles when the worker has ended */
function run (program) {
  return new Promise(resolve => {
    new Worker(program, { eval: true }).on('error', () => {}).on('exit', () => resolve())
  })
}

async function main () {
  const [, , workers, way] = process.argv
  const before = process.cpuUsage()
  for (let i = 0; i < Number(workers); i++) await run(PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (way)])
  const { user, system } = process.cpuUsage(before)
  console.log(`${way}: ${((user + system) / 1000 / Number(workers)).toFixed(1)} ms each`)
}

main()

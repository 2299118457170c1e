'use strict'
// Runs one workload several times and prints the median of wall and CPU time:
// node --expose-gc program.js <workload> <runs> [--after-errors] [--as-published]
// With --as-published it prints the mean of all runs, including the first, and collects no garbage between them.

const { median } = require('../../lab/quantile')
const { rejectedBefore } = require('./errors-before')
const workloads = require('./workloads')

const ITERATIONS = 10_000
const ERRORS_BEFORE = 100

/** @param {import('./workloads').Workload} workload */
async function run (workload) {
  const cpuBefore = process.cpuUsage()
  const begin = process.hrtime.bigint()
  const result = await workload(ITERATIONS)
  const wallMs = Number(process.hrtime.bigint() - begin) / 1e6
  const { user, system } = process.cpuUsage(cpuBefore)
  return { result, wallMs, cpuMs: (user + system) / 1000 }
}

/** @param {number[]} values */
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length

/** @param {string} name @param {number} count @param {{ afterErrors: boolean, asPublished: boolean }} options */
async function main (name, count, { afterErrors, asPublished }) {
  const workload = workloads.load(name)
  const caught = afterErrors ? await rejectedBefore(ERRORS_BEFORE) : 0
  const dropped = asPublished ? 0 : 1
  const runs = []
  for (let i = 0; i < dropped + count; i++) {
    if (!asPublished) globalThis.gc?.()
    const measured = await run(workload)
    runs.push(measured)
    if (measured.result !== runs[0].result) throw new Error(`${name}: ${measured.result} instead of ${runs[0].result}`)
  }
  const kept = runs.slice(dropped)
  const usual = asPublished ? mean : median
  console.log(
    JSON.stringify({
      metrics: { runMs: usual(kept.map(({ wallMs }) => wallMs)), runCpuMs: usual(kept.map(({ cpuMs }) => cpuMs)) },
      details: { result: runs[0].result, caught }
    })
  )
}

const [name, count, ...options] = process.argv.slice(2)
main(name, Number(count), {
  afterErrors: options.includes('--after-errors'),
  asPublished: options.includes('--as-published')
})

'use strict'
// Runs one workload several times and prints the median of wall and CPU time.
// node --expose-gc program.js <workload> <runs> [--after-error]

const { median } = require('../../lab/quantile')
const { rejectedOnce } = require('./one-error')
const workloads = require('./workloads')

const ITERATIONS = 10_000

/** @param {import('./workloads').Workload} workload */
async function run (workload) {
  globalThis.gc?.()
  const cpuBefore = process.cpuUsage()
  const begin = process.hrtime.bigint()
  const result = await workload(ITERATIONS)
  const wallMs = Number(process.hrtime.bigint() - begin) / 1e6
  const { user, system } = process.cpuUsage(cpuBefore)
  return { result, wallMs, cpuMs: (user + system) / 1000 }
}

/** @param {string} name @param {number} count @param {boolean} afterError */
async function main (name, count, afterError) {
  const workload = workloads.load(name)
  const caught = afterError ? await rejectedOnce() : undefined
  const expected = (await run(workload)).result
  const runs = []
  for (let i = 0; i < count; i++) {
    const measured = await run(workload)
    if (measured.result !== expected) throw new Error(`${name}: ${measured.result} instead of ${expected}`)
    runs.push(measured)
  }
  console.log(JSON.stringify({
    metrics: { runMs: median(runs.map(({ wallMs }) => wallMs)), runCpuMs: median(runs.map(({ cpuMs }) => cpuMs)) },
    details: { result: expected, caught }
  }))
}

const [name, count, option] = process.argv.slice(2)
main(name, Number(count), option === '--after-error')

'use strict'
// Runs one workload several times and prints the median of wall and CPU time, and of instructions if they are counted:
// node --expose-gc program.js <workload> [--runs=10] [--iterations=10000] [--after-errors] [--as-published]
// With --as-published it prints the mean of all runs, including the first, and collects no garbage between them.

const { parseArgs } = require('node:util')

const { readCounter } = require('../../lab/instructions/counting')
const { median } = require('../../lab/quantile')
const { rejectedBefore } = require('./errors-before')
const workloads = require('./workloads')

const ERRORS_BEFORE = 100
const { BENCH_COUNTER } = process.env

/** @param {import('./workloads').Workload} workload @param {number} iterations */
async function run (workload, iterations) {
  const counted = BENCH_COUNTER === undefined ? 0 : readCounter(BENCH_COUNTER)
  const cpuBefore = process.cpuUsage()
  const begin = process.hrtime.bigint()
  const result = await workload(iterations)
  const wallMs = Number(process.hrtime.bigint() - begin) / 1e6
  const { user, system } = process.cpuUsage(cpuBefore)
  const instructions = BENCH_COUNTER === undefined ? NaN : (readCounter(BENCH_COUNTER) - counted) / 1e6
  return { result, wallMs, cpuMs: (user + system) / 1000, instructions }
}

/** @param {number[]} values */
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length

async function main () {
  const { values, positionals: [name] } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '10' },
      iterations: { type: 'string', default: '10000' },
      'after-errors': { type: 'boolean' },
      'as-published': { type: 'boolean' }
    }
  })
  const asPublished = values['as-published'] === true
  const workload = workloads.load(name)
  const caught = values['after-errors'] === true ? await rejectedBefore(ERRORS_BEFORE) : 0
  const dropped = asPublished ? 0 : 1
  const runs = []
  for (let i = 0; i < dropped + Number(values.runs); i++) {
    if (!asPublished) globalThis.gc?.()
    const measured = await run(workload, Number(values.iterations))
    runs.push(measured)
    if (measured.result !== runs[0].result) throw new Error(`${name}: ${measured.result} instead of ${runs[0].result}`)
  }
  const kept = runs.slice(dropped)
  const usual = asPublished ? mean : median
  const metrics = { runMs: usual(kept.map(({ wallMs }) => wallMs)), runCpuMs: usual(kept.map(({ cpuMs }) => cpuMs)) }
  const instructions = median(kept.map(run => run.instructions))
  console.log(
    JSON.stringify({
      metrics: { ...metrics, ...(Number.isNaN(instructions) ? {} : { instructions }) },
      details: { result: runs[0].result, caught }
    })
  )
}

main()

'use strict'
// node benchmarks/experiments/functions: how often a second each step of an optimisation runs, with its margin of error
// and the number of samples, by tinybench. With crash-collector: node --require crash-collector …

const { ASYNCHRONOUS, SYNCHRONOUS, numbers } = require('./steps')
const { installPackages } = require('../../lab/configurations/packages')

const NUM = 12

/** @param {string} title @param {Record<string, (num: number, array: number[]) => unknown>} steps */
async function measure (title, steps) {
  const { Bench } = await import(/** @type {string} */ ('tinybench'))
  const bench = new Bench({ time: 1000, warmupTime: 300 })
  for (const [name, step] of Object.entries(steps)) bench.add(name, () => step(NUM, numbers))
  await bench.run()
  console.log(`\ndivideByAndSum, ${title}`)
  /** @type {{ name: string, perSecond: number }[]} */
  const measured = []
  for (const { name, result } of bench.tasks) {
    const { mean, rme } = result.throughput
    measured.push({ name, perSecond: mean })
    const rate = Math.round(mean).toLocaleString('en')
    console.log(`${name} x ${rate} ops/sec ±${rme.toFixed(2)}% (${result.latency.samplesCount} runs sampled)`)
  }
  console.log(`Fastest is ${measured.reduce((best, one) => (one.perSecond > best.perSecond ? one : best)).name}`)
}

async function main () {
  installPackages()
  await measure('synchronous', SYNCHRONOUS)
  await measure('asynchronous', ASYNCHRONOUS)
}

main()

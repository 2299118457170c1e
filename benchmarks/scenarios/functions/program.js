'use strict'
// Measures one function: program.js <name>

const { functionNamed, handlesAnError } = require('./functions')

const WARM_UP_MS = 300

/** Loads a package from benchmarks/node_modules at run time. @param {string} name */
const load = name => import(name)

/** @param {string} name */
async function main (name) {
  const { measure } = await load('mitata')
  const measured = functionNamed(name)
  // mitata takes few samples of a slow function. Without this loop, the first of them would be of code that is not
  // optimised yet.
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end;) await measured()
  const { p50, min, samples } = await measure(measured)
  console.log(
    JSON.stringify({
      metrics: { callNs: p50, callsPerSecond: 1e9 / p50, ...(handlesAnError(name) ? { errorUs: p50 / 1000 } : {}) },
      details: { minNs: min, samples: samples.length }
    })
  )
}

main(process.argv[2])

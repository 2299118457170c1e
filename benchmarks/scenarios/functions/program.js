'use strict'
// Measures one function: program.js <name>

const { functionNamed, handlesAnError } = require('./functions')

const WARM_UP_MS = 300

/** Resolved at run time, from benchmarks/node_modules. @param {string} name */
const load = name => import(name)

/** @param {string} name */
async function main (name) {
  const { measure } = await load('mitata')
  const measured = functionNamed(name)
  // mitata's samples of a slow function are few: without this the first of them are those of code that isn't optimised
  // yet.
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

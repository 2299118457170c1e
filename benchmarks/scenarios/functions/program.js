'use strict'
// Measures one function: program.js <name>

const { functionNamed, handlesAnError } = require('./functions')

/** Resolved at run time, from benchmarks/node_modules. @param {string} name */
const load = name => import(name)

/** @param {string} name */
async function main (name) {
  const { measure } = await load('mitata')
  const { p50, min, samples } = await measure(functionNamed(name))
  console.log(JSON.stringify({ metrics: { callNs: p50, callsPerSecond: 1e9 / p50, ...(handlesAnError(name) ? { errorUs: p50 / 1000 } : {}) }, details: { minNs: min, samples: samples.length } }))
}

main(process.argv[2])

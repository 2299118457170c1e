'use strict'
// Measures the construction of eleven errors at eleven sites: program.js <scripts> <heap in MB>

const { median } = require('../../lab/stats')
const { loadScripts, errorSites } = require('./scripts')
const { fillHeap } = require('./heap')

const REPEATED = 10

/** @param {number} scripts @param {number} heapMb */
function main (scripts, heapMb) {
  const functions = loadScripts(scripts)
  const retained = fillHeap(heapMb)
  globalThis.gc?.()
  const times = errorSites(1 + REPEATED).map(site => {
    const begin = process.hrtime.bigint()
    const error = site({ orderId: 'A-17', items: [{ sku: 'x', quantity: 2 }] })
    const ms = Number(process.hrtime.bigint() - begin) / 1e6
    if (!(error instanceof Error)) throw new Error('no error was made')
    return ms
  })
  const [first, ...repeated] = times
  console.log(JSON.stringify({
    metrics: { firstMs: first, repeatedMs: median(repeated), tenMs: Math.max(...repeated) },
    details: { times, heapUsedMb: Math.round(process.memoryUsage().heapUsed / 1048576), functions: functions.length, retained: retained.length }
  }))
}

main(Number(process.argv[2]), Number(process.argv[3]))

'use strict'
// Measures the construction of errors at as many sites: program.js <scripts> <heap in MB> <errors after the first>

const { median } = require('../../lab/quantile')
const { loadScripts, errorSites } = require('./scripts')
const { fillHeap } = require('./heap')

/** @param {number} scripts @param {number} heapMb @param {number} more */
function main (scripts, heapMb, more) {
  const functions = loadScripts(scripts)
  const retained = fillHeap(heapMb)
  globalThis.gc?.()
  const times = errorSites(1 + more).map(site => {
    const begin = process.hrtime.bigint()
    const error = site({ orderId: 'A-17', items: [{ sku: 'x', quantity: 2 }] })
    const ms = Number(process.hrtime.bigint() - begin) / 1e6
    if (!(error instanceof Error)) throw new Error('no error was made')
    return ms
  })
  const [first, ...repeated] = times
  console.log(JSON.stringify({
    metrics: { firstMs: first, repeatedMs: median(repeated), worstMs: Math.max(...repeated) },
    details: { times, heapUsedMb: Math.round(process.memoryUsage().heapUsed / 1048576), functions: functions.length, retained: retained.length }
  }))
}

const [scripts, heapMb, more] = process.argv.slice(2).map(Number)
main(scripts, heapMb, more)

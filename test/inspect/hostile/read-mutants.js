'use strict'
// node read-mutants.js <settings as JSON>: makes mutants and reads each in some of the ways. Prints a line for each
// problem, and one when it has finished. It may be killed at any mutant (watch-limits.js), so the index is in a file.

const fs = require('node:fs')
const path = require('node:path')
const { Worker } = require('node:worker_threads')

const { loadBases } = require('./bases')
const { makeMutant } = require('./mutate-dump')
const { SLOW_WAYS, WAYS, readBy } = require('./read-everything')

/** Places in the memory that the watching thread reads: the number of readings, and the index of the mutant. */
const READINGS = 0
const INDEX = 1

/**
 * @typedef {object} Settings
 * @property {number} seed
 * @property {number} from index of the first mutant
 * @property {number} count
 * @property {string} bases directory of good dumps; may be empty
 * @property {string} work directory for this process alone
 * @property {number} ways number of ways in which a mutant is read; the next mutant is read in the next ones
 * @property {number} slowEach one of so many mutants is read in the slow ways, too
 * @property {number} [endMs] when no further mutant is read
 * @property {number} mostCpuMs for one reading
 * @property {number} mostBytes of memory
 */

async function main () {
  /** @type {Settings} */
  const settings = JSON.parse(process.argv[2])
  const { seed, from, count, work, slowEach, endMs = Infinity, mostCpuMs, mostBytes } = settings
  const bases = loadBases(settings.bases)
  const directory = path.join(work, 'dumps')
  fs.mkdirSync(directory, { recursive: true })
  const file = path.join(directory, 'crash.20260101.000000.1.0.1.ccdump')
  const golden = path.join(__dirname, '../../fixtures/dumps/version-2.ccdump')
  const progress = fs.openSync(path.join(work, 'progress'), 'w')
  const cell = new Int32Array(new SharedArrayBuffer(8)).fill(-1)
  const watch = new Worker(path.join(__dirname, 'watch-limits.js'), { workerData: { cell, mostCpuMs, mostBytes } })
  await new Promise(resolve => watch.once('online', resolve))
  let index = from
  for (; index < from + count && Date.now() < endMs; index++) {
    fs.writeSync(progress, String(index).padEnd(16), 0)
    fs.writeFileSync(file, makeMutant(bases, seed, index))
    Atomics.store(cell, INDEX, index)
    const ways = Array.from({ length: settings.ways }, (_, i) => WAYS[(index * settings.ways + i) % WAYS.length])
    if (index % slowEach === 0) ways.push(...SLOW_WAYS)
    for (const way of ways) {
      Atomics.add(cell, READINGS, 1)
      const error = await readBy(way, { file, directory, golden })
      if (error !== null) fs.writeSync(1, JSON.stringify({ index, way, error }) + '\n')
    }
  }
  const mostBytesUsed = process.resourceUsage().maxRSS * 1024
  fs.writeSync(1, JSON.stringify({ finished: true, next: index, mostBytesUsed }) + '\n')
  process.exit(0)
}

main()

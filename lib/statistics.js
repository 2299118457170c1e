'use strict'
// Appends the counters of the hooks to a file when a thread ends, to measure the collector itself. The environment
// variable CRASH_COLLECTOR_STATS names the file. It is no setting, because only tests and benchmarks set it.

const fs = require('node:fs')

/**
 * @param {string} file gets a line of JSON from each thread of each process
 * @param {() => Record<string, number> | null} counters
 */
function appendAtExit (file, counters) {
  process.on('exit', () => {
    try {
      fs.appendFileSync(file, JSON.stringify({ pid: process.pid, ...counters() }) + '\n')
    } catch {
      // The benchmark notices that a line is missing; the measured program must not fail because of it.
    }
  })
}

module.exports = { appendAtExit }

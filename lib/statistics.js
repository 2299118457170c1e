'use strict'
// For measuring the collector itself: CRASH_COLLECTOR_STATS names a file, to which each thread of each process appends
// its counters as a line of JSON when it ends. Nobody else sets it, so it is no setting.

const fs = require('node:fs')

/**
 * @param {string} file
 * @param {() => Record<string, number> | null} counters
 */
function appendAtExit (file, counters) {
  process.on('exit', () => {
    try {
      fs.appendFileSync(file, JSON.stringify({ pid: process.pid, ...counters() }) + '\n')
    } catch {
      // Missing lines are noticed by those who count them; a measured program must not fail of it.
    }
  })
}

module.exports = { appendAtExit }

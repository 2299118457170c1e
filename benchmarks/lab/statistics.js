'use strict'
// The collector's own counters, which it appends to a file when a process ends, if CRASH_COLLECTOR_STATS names one.

const fs = require('node:fs')
const path = require('node:path')

const FILE = 'statistics.jsonl'

/**
 * @param {string} directory of the run
 * @returns {{ CRASH_COLLECTOR_STATS: string }}
 */
function statisticsEnv (directory) {
  return { CRASH_COLLECTOR_STATS: path.join(directory, FILE) }
}

/**
 * @param {string} directory of the run
 * @returns {Record<string, number>} summed over the run's processes; `processes` says how many; empty when none wrote any
 */
function readStatistics (directory) {
  const file = path.join(directory, FILE)
  if (!fs.existsSync(file)) return {}
  /** @type {Record<string, number>} */
  const sums = { processes: 0 }
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    sums.processes++
    for (const [name, value] of Object.entries(JSON.parse(line))) {
      if (typeof value === 'number' && name !== 'pid' && name !== 'threadId') sums[name] = (sums[name] ?? 0) + value
    }
  }
  return sums
}

module.exports = { readStatistics, statisticsEnv }

'use strict'
// Reads the collector's own counters. A process appends them to the file that CRASH_COLLECTOR_STATS names when it ends.

const fs = require('node:fs')
const path = require('node:path')

const { installedPackage } = require('../configurations/installed')
const { collectorProblem } = require('../suite')

/** @typedef {import('../suite').Measured} Measured */

const FILE = 'statistics.jsonl'

/**
 * @param {string} directory directory of the run
 * @returns {{ CRASH_COLLECTOR_STATS: string }}
 */
function statisticsEnv (directory) {
  return { CRASH_COLLECTOR_STATS: path.join(directory, FILE) }
}

/**
 * @param {string} directory directory of the run
 * @returns {Record<string, number>} sums over the run's processes; `processes` is their number; empty if no process
 *   wrote counters
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

/**
 * Adds the counters to a run. A run whose preload failed or fell back to another mode is discarded, since it measured
 * something else.
 *
 * @param {Measured} measured
 * @param {string} stderr of the run's processes
 * @param {Pick<import('../suite').Context, 'configuration' | 'directory'>} run its environment had the variables of
 *   statisticsEnv()
 * @returns {Measured} with the counters in its details; discarded if the collector did not work as configured
 */
function withStatistics (measured, stderr, { configuration, directory }) {
  const statistics = readStatistics(directory)
  const details = { ...measured.details, ...(statistics.processes === undefined ? {} : { statistics }) }
  const discarded = measured.discarded ?? collectorProblem(stderr) ?? whatIsMissing(configuration, statistics)
  return discarded === null ? { ...measured, details } : { metrics: {}, details, discarded }
}

/**
 * @param {import('../configurations').Configuration} configuration
 * @param {Record<string, number>} statistics
 * @returns {string | null}
 */
function whatIsMissing ({ nodeArgs, env }, statistics) {
  if (!nodeArgs.includes(installedPackage())) return null
  if (statistics.processes === undefined) return 'no process wrote counters of the collector'
  // Mode `always`, the fallback, has no counters.
  return env.CRASH_COLLECTOR_MODE !== 'always' && statistics.captures === undefined
    ? 'the collector counted no captures, not even none'
    : null
}

module.exports = { readStatistics, statisticsEnv, withStatistics }

'use strict'
// Runs a suite's schedule, each run in a new process and in a directory of its own, and passes on each row at once.

const os = require('node:os')

const { configuration } = require('../configurations')
const { Forecast, duration, progressLine, show } = require('./progress')
const { inDirectory } = require('../suite')

/** @typedef {import('../rows').RunRow} RunRow */
/** @typedef {import('./schedule').Task} Task */

/**
 * @param {Task[][]} rounds
 * @param {object} options
 * @param {string} options.suite
 * @param {string} options.session
 * @param {Record<string, string>} options.binaries path of the Node.js by major version
 * @param {boolean} options.quick
 * @param {boolean} options.flamegraph
 * @param {number} [options.minutes] no round begins that would end later
 * @param {AbortSignal} options.signal kills the current run, which leaves no row, and ends the measurement
 * @param {(row: RunRow) => void} write
 * @returns {Promise<{ runs: number, discarded: number, ended: 'complete' | 'interrupted' | 'out of time' }>}
 */
async function compare (rounds, { suite, session, binaries, quick, flamegraph, minutes, signal }, write) {
  const forecast = new Forecast()
  const begin = performance.now()
  const total = rounds.reduce((sum, tasks) => sum + tasks.length, 0)
  let runs = 0
  let discarded = 0
  for (const [round, tasks] of rounds.entries()) {
    const leftMs = minutes === undefined ? Infinity : minutes * 60_000 - (performance.now() - begin)
    if (round > 1 && forecast.remainingMs(tasks) > leftMs) return { runs, discarded, ended: 'out of time' }
    for (const [index, task] of tasks.entries()) {
      if (signal.aborted) return { runs, discarded, ended: 'interrupted' }
      const rest = [...tasks.slice(index), ...rounds.slice(round + 1).flat()]
      show(progressLine(runs + 1, total, Math.min(forecast.remainingMs(rest), leftMs), task))
      const row = await runTask(
        task,
        { suite, session, binary: binaries[task.node], quick, flamegraph, signal },
        forecast
      )
      if (signal.aborted) return { runs, discarded, ended: 'interrupted' }
      write(row)
      runs++
      if (row.discarded !== undefined) {
        discarded++
        show(
          `  discarded: ${task.scenario.name} ${task.configuration}: ${row.discarded} ` +
            JSON.stringify(row.details ?? '')
        )
        process.stderr.write(process.stderr.isTTY ? '\n' : '')
      }
    }
  }
  show(`${runs} runs in ${duration(performance.now() - begin)}\n`)
  return { runs, discarded, ended: 'complete' }
}

/**
 * @param {Task} task
 * @param {{ suite: string, session: string, binary: string, quick: boolean, flamegraph: boolean, signal: AbortSignal }}
 *   options
 * @param {Forecast} forecast
 * @returns {Promise<RunRow>}
 */
async function runTask (task, { suite, session, binary, quick, flamegraph, signal }, forecast) {
  const begin = performance.now()
  const load = Math.round(os.loadavg()[0] * 100) / 100
  /** @type {import('../suite').Measured} */
  let measured
  // Processes that a run has left behind would disturb the next runs, so they are killed.
  const end = new AbortController()
  try {
    measured = await inDirectory(
      configuration(task.configuration),
      binary,
      { quick, flamegraph, signal: AbortSignal.any([signal, end.signal]) },
      context => task.scenario.run(context)
    )
  } catch (error) {
    measured = { metrics: {}, discarded: String(/** @type {Error} */ (error).message).slice(0, 500) }
  } finally {
    end.abort()
  }
  forecast.add(task, performance.now() - begin)
  return {
    kind: 'run',
    session,
    suite,
    scenario: task.scenario.name,
    node: task.node,
    configuration: task.configuration,
    round: task.round,
    position: task.position,
    load,
    metrics: rounded(measured.metrics),
    ...(measured.details === undefined ? {} : { details: measured.details }),
    ...(measured.discarded === undefined ? {} : { discarded: measured.discarded })
  }
}

/**
 * @param {Record<string, number>} metrics
 * @returns {Record<string, number>} rounded to microseconds, which is less than the noise of any clock
 */
function rounded (metrics) {
  return Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, Math.round(value * 1000) / 1000]))
}

module.exports = { compare }

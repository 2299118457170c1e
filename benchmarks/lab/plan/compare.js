'use strict'
// Runs a suite's schedule, each run in a new process and in a directory of its own, and passes on each row at once.

const os = require('node:os')

const { configuration } = require('../configurations')
const { Forecast, duration, progressLine, show } = require('./progress')
const { isDecided, isLook, undecided } = require('./sequential')
const { inDirectory } = require('../suite')

/** @typedef {import('../rows').RunRow} RunRow */
/** @typedef {import('./schedule').Task} Task */

/** A run that takes longer hangs, as a program may that waits for a debugger. */
const MOST_RUN_MS = 40 * 60_000

/**
 * @param {Task[][]} rounds
 * @param {object} options
 * @param {import('../suite').Suite} options.suite
 * @param {string} options.session
 * @param {Record<string, string>} options.binaries path of the Node.js by major version
 * @param {boolean} options.quick
 * @param {RunRow[]} options.measured rows of the session that there are already
 * @param {number} options.usual number of rounds after which only undecided scenarios go on
 * @param {boolean} [options.isFixed] true if so many rounds were asked for, whatever they decide
 * @param {number} [options.minutes] no round begins that would end later; a trial ends at once
 * @param {number} [options.mostRunMs] a run that is not over then is ended and discarded
 * @param {number} [options.laterMs] time of what comes after this measurement, for the time left
 * @param {AbortSignal} options.signal kills the current run, which leaves no row, and ends the measurement
 * @param {(row: RunRow) => void} write
 * @returns {Promise<{ runs: number, discarded: number, ended: 'complete' | 'interrupted' | 'out of time' }>}
 */
async function compare (
  rounds,
  { suite, session, binaries, quick, measured, usual, signal, ...options },
  write
) {
  const { isFixed = false, minutes = Infinity, mostRunMs = MOST_RUN_MS, laterMs = 0 } = options
  const forecast = new Forecast()
  const begin = performance.now()
  const rows = [...measured]
  const leftMs = () => minutes * 60_000 - (performance.now() - begin)
  let goesOn = (/** @type {import('./schedule').Cell} */ _) => true
  let runs = 0
  let discarded = 0
  for (const [index, all] of rounds.entries()) {
    const round = all[0]?.round ?? 0
    if (round > usual && (isLook(round) || index === 1)) goesOn = undecided(suite, rows)
    const tasks = all.filter(task => goesOn(task) && (isFixed || !isDecided(suite, rows, task)))
    const isLate = tasks.length > 0 && forecast.remainingMs(tasks) > leftMs()
    if (round > 1 && isLate) return { runs, discarded, ended: 'out of time' }
    let done = 0
    for (const batch of batches(tasks)) {
      if (signal.aborted) return { runs, discarded, ended: 'interrupted' }
      if (quick && forecast.remainingMs(batch) > leftMs()) return { runs, discarded, ended: 'out of time' }
      const planned = rounds.slice(index + 1).filter(([next]) => next === undefined || next.round <= usual)
      const restMs = forecast.remainingMs([...tasks.slice(done), ...planned.flat()])
      const position = { round, usual, done: done + 1, of: tasks.length }
      show(progressLine(position, Math.min(restMs, leftMs()) + laterMs, batch[0]))
      const begin = performance.now()
      const finished = await Promise.all(
        batch.map(task =>
          runTask(task, { suite: suite.name, session, binary: binaries[task.node], quick, mostRunMs, signal })
        )
      )
      for (const task of batch) forecast.add(task, (performance.now() - begin) / batch.length)
      if (signal.aborted) return { runs, discarded, ended: 'interrupted' }
      for (const row of finished) {
        write(row)
        rows.push(row)
        if (row.discarded !== undefined) showDiscarded(row)
      }
      runs += batch.length
      discarded += finished.filter(row => row.discarded !== undefined).length
      done += batch.length
    }
  }
  show(`${runs} runs in ${duration(performance.now() - begin)}\n`)
  return { runs, discarded, ended: 'complete' }
}

/**
 * @param {Task[]} tasks
 * @returns {Task[][]} those that run at the same time: as many as there are cores where instructions are counted, else
 *   one
 */
function batches (tasks) {
  const cores = os.availableParallelism()
  /** @type {Task[][]} */
  const all = []
  for (const task of tasks) {
    const last = all.at(-1)
    if (task.scenario.counted && last?.[0].scenario.counted && last.length < cores) last.push(task)
    else all.push([task])
  }
  return all
}

/** @param {RunRow} row */
function showDiscarded ({ scenario, configuration, discarded, details }) {
  show(`  discarded: ${scenario} ${configuration}: ${discarded} ${JSON.stringify(details ?? '')}`)
  process.stderr.write(process.stderr.isTTY ? '\n' : '')
}

/**
 * @param {Task} task
 * @param {{ suite: string, session: string, binary: string, quick: boolean, mostRunMs: number, signal: AbortSignal }}
 *   options
 * @returns {Promise<RunRow>}
 */
async function runTask (task, { suite, session, binary, quick, mostRunMs, signal }) {
  const load = Math.round(os.loadavg()[0] * 100) / 100
  /** @type {import('../suite').Measured} */
  let measured
  // Processes that a run has left behind would disturb the next runs, so they are killed.
  const end = new AbortController()
  let isLate = false
  const clock = setTimeout(() => {
    isLate = true
    end.abort()
  }, mostRunMs)
  try {
    measured = await inDirectory(
      configuration(task.configuration),
      binary,
      { quick, signal: AbortSignal.any([signal, end.signal]) },
      context => task.scenario.run(context)
    )
  } catch (error) {
    measured = { metrics: {}, discarded: String(/** @type {Error} */ (error).message).slice(0, 500) }
  } finally {
    clearTimeout(clock)
    end.abort()
  }
  if (isLate) measured = { metrics: {}, discarded: `not finished after ${mostRunMs / 1000} s` }
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

'use strict'
// Shows on stderr what is being measured and how long the rest will take.

/** @typedef {import('./schedule').Task} Task */

/** Predicts the remaining time from the durations of earlier tasks. */
class Forecast {
  /** @type {Map<string, { totalMs: number, count: number }>} */
  #cells = new Map()

  /** @param {Task} task @param {number} ms */
  add (task, ms) {
    for (const key of [cellOf(task), '']) {
      const cell = this.#cells.get(key) ?? { totalMs: 0, count: 0 }
      cell.totalMs += ms
      cell.count++
      this.#cells.set(key, cell)
    }
  }

  /**
   * @param {Task[]} tasks
   * @returns {number} 0 if nothing is known yet
   */
  remainingMs (tasks) {
    const mean = (/** @type {string} */ key) => {
      const cell = this.#cells.get(key)
      return cell === undefined ? undefined : cell.totalMs / cell.count
    }
    const usual = mean('') ?? 0
    return tasks.reduce((sum, task) => sum + (mean(cellOf(task)) ?? usual), 0)
  }
}

/** @param {Task} task */
function cellOf ({ scenario, node, configuration }) {
  return `${scenario.name}\n${node}\n${configuration}`
}

/**
 * @param {{ round: number, usual: number, done: number, of: number }} place the round, how many there are unless
 *   targets want more, the run in the round and how many it has
 * @param {number} remainingMs
 * @param {Task} task
 * @returns {string}
 */
function progressLine ({ round, usual, done, of }, remainingMs, { scenario, node, configuration }) {
  const rest = remainingMs === 0 ? '' : `, ${duration(remainingMs)} left`
  const rounds = round === 0 ? 'warm-up' : `round ${round}${round > usual ? '' : ` of ${usual}`}`
  return `[${rounds}, ${done}/${of}${rest}] node ${node} ${scenario.name} ${configuration}`
}

/** @param {number} ms */
function duration (ms) {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * Shows a line. On a terminal one line is rewritten; in a file each run has a line.
 *
 * @param {string} line
 */
function show (line) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 100) - 1)}`)
  else process.stderr.write(line + '\n')
}

module.exports = { Forecast, duration, progressLine, show }

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
 * @param {number} done
 * @param {number} total
 * @param {number} remainingMs
 * @param {Task} task
 * @returns {string}
 */
function progressLine (done, total, remainingMs, { scenario, node, configuration, round }) {
  const rest = remainingMs === 0 ? '' : `, ${duration(remainingMs)} left`
  return `[${done}/${total}${rest}] round ${round} node ${node} ${scenario.name} ${configuration}`
}

/** @param {number} ms */
function duration (ms) {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
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

'use strict'
// Runs many tasks at the same time, as many as the machine can hold. Used for what is counted and not timed.

/** @typedef {<T>(task: () => Promise<T>) => Promise<T>} Limiter */

/**
 * @param {number} most number of tasks that run at the same time
 * @returns {Limiter} starts tasks in the order of the calls, each as soon as there is room
 */
function createLimiter (most) {
  let running = 0
  /** @type {(() => void)[]} */
  const waiting = []
  return async task => {
    if (running === most) {
      await new Promise(resolve => {
        waiting.push(() => resolve(undefined))
      })
    } else running++
    try {
      return await task()
    } finally {
      // The next task takes over the place of this one, so that no later call can take it.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

module.exports = { createLimiter }

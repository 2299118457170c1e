'use strict'
// Many runs at once, as far as the machine has room, for what is counted and not timed.

/** @typedef {<T>(task: () => Promise<T>) => Promise<T>} Limiter */

/**
 * @param {number} most at once
 * @returns {Limiter} begins a task as soon as there is room, in the order of the calls
 */
function limiter (most) {
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
      // Whoever is next takes this one's place, so that nobody comes between.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

module.exports = { limiter }

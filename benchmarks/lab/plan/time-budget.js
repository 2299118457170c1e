'use strict'
// Shares the time of all suites out among them. What one leaves over, the rest have.

const HOURS = 5.75
const QUICK_MINUTES = 9

/** @typedef {{ name: string, minutes: number }} Share a suite and the minutes that it would like to have */

class TimeBudget {
  #leftMs
  #suites

  /** @param {Share[]} suites in their order @param {boolean} quick @param {number} [minutes] instead of the usual */
  constructor (suites, quick, minutes = quick ? QUICK_MINUTES : HOURS * 60) {
    this.#suites = [...suites]
    this.#leftMs = minutes * 60_000
  }

  /** @param {string} name of the next suite @returns {number} minutes that it may take */
  minutesFor (name) {
    const rest = this.#suites.slice(this.#suites.findIndex(suite => suite.name === name))
    const wanted = rest.reduce((sum, { minutes }) => sum + minutes, 0)
    return Math.max(0, (this.#leftMs / 60_000) * (rest[0].minutes / wanted))
  }

  /** @param {number} ms that a suite took */
  spend (ms) {
    this.#leftMs -= ms
  }

  /** @returns {number} for all suites that are not done */
  get leftMs () {
    return Math.max(0, this.#leftMs)
  }
}

module.exports = { TimeBudget }

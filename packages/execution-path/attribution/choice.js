'use strict'
// Chooses the requests that are traced: by a function of the application, and one in so many of these.

/** These are traced whatever is chosen: V8 optimises code anew once a counter has been reached. */
const ALWAYS_TRACED = 20

/** @typedef {import('../../../lib/execution-path-types').StartingRequest} StartingRequest */
/** @typedef {import('../../../lib/execution-path-types').RequestPredicate} RequestPredicate */

class Choice {
  #count = 0
  #sample
  /** @type {RequestPredicate | null} */
  predicate = null

  /** @param {number} sample one of so many */
  constructor (sample) {
    this.#sample = sample
  }

  /** @param {StartingRequest} request @returns {boolean} */
  takes (request) {
    if (this.#count < ALWAYS_TRACED) {
      this.#count++
      return true
    }
    if (!this.#isCandidate(request)) return false
    // The first candidate is one of those that are taken.
    return this.#count++ % this.#sample === ALWAYS_TRACED % this.#sample
  }

  /** @param {StartingRequest} request */
  #isCandidate (request) {
    if (this.predicate === null) return true
    try {
      return this.predicate(request) !== false
    } catch {
      return false
    }
  }
}

module.exports = { Choice }

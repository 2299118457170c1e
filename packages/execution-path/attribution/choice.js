'use strict'
// Chooses the requests that are traced: by a header, by a function of the application, and one in so many of these.

/** These are traced whatever is chosen: V8 optimises code anew once a counter has been reached. */
const ALWAYS_TRACED = 20

/**
 * The facts of a request that are known when it begins. Requests of `node:http` are those that its server passes on;
 * those of `http2` have only these properties.
 * @typedef
 *   {{ method?: string, url?: string, headers: Record<string, string | string[] | undefined> }}
 *   StartingRequest
 */

/**
 * Says which requests have a path: if it returns false, or throws, this one has none.
 * @callback RequestPredicate
 * @param {StartingRequest} request
 * @returns {unknown}
 */

class Choice {
  #count = 0
  #sample
  #header
  /** @type {string | undefined} */
  #value
  /** @type {RequestPredicate | null} */
  predicate = null

  /** @param {{ sample: number, header: string }} settings header: `name` or `name=value`; '' for none */
  constructor ({ sample, header }) {
    this.#sample = sample
    const equals = header.indexOf('=')
    this.#header = (equals === -1 ? header : header.slice(0, equals)).toLowerCase()
    this.#value = equals === -1 ? undefined : header.slice(equals + 1)
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
    if (this.#header !== '') {
      const value = request.headers[this.#header]
      if (value === undefined || (this.#value !== undefined && value !== this.#value)) return false
    }
    if (this.predicate === null) return true
    try {
      return this.predicate(request) !== false
    } catch {
      return false
    }
  }
}

module.exports = { Choice }

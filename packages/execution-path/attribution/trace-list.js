'use strict'
// Lists traces in their order, from which one is taken out without a search.

/**
 * Traces from the oldest to the newest.
 * @template {{ older: any, newer: any }} T
 */
class TraceList {
  size = 0
  /** @type {T | null} */
  oldest = null
  /** @type {T | null} */
  newest = null

  /** @param {T} trace */
  add (trace) {
    trace.older = this.newest
    if (this.newest === null) this.oldest = trace
    else this.newest.newer = trace
    this.newest = trace
    this.size++
  }

  /** @param {T} trace of this list */
  remove (trace) {
    const { older, newer } = trace
    if (older === null) this.oldest = newer
    else older.newer = newer
    if (newer === null) this.newest = older
    else newer.older = older
    trace.older = trace.newer = null
    this.size--
  }
}

module.exports = { TraceList }

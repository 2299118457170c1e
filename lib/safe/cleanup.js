'use strict'
// Runs cleanups even if V8 terminates all JavaScript that runs, for example because a time limit of node:vm is over. No
// `finally` runs then (test/workarounds/termination-skips-finally.js, Node.js 20 to 26). All calls are within
// enterCollector(), which cleans up in that case.

const { ObjectCreate } = require('./primordials')

/**
 * The cleanups that wait, by level. This is no array, which would inherit what the application has put on
 * Array.prototype.
 * @type {Record<number, () => void>}
 */
const pending = ObjectCreate(null)
let count = 0

/**
 * Calls `cleanUp` after `work`, however `work` ends. V8 may terminate this function as well, where it enters a function
 * or goes on with a loop, but not between two statements (test/workarounds/termination-between-statements.js, Node.js
 * 20 to 26).
 *
 * @template T
 * @param {() => T} work makes the changes that are to be cleaned up; a change that was made before may stay
 * @param {() => void} cleanUp called after the work, or by cleanUpFrom(). Must not throw. It may be called twice, and
 *   before the work has begun
 * @returns {T} the result of `work`
 */
function withCleanup (work, cleanUp) {
  const level = count
  pending[level] = cleanUp
  count = level + 1
  try {
    return work()
  } finally {
    cleanUp()
    count = level
  }
}

/** @returns {number} number of cleanups whose work has not ended */
function cleanupLevel () {
  return count
}

/**
 * Calls the cleanups that are left. Call this when V8 has terminated the work.
 * @param {number} level cleanupLevel() before the work
 * @returns {void}
 */
function cleanUpFrom (level) {
  while (count > level) {
    const cleanUp = pending[count - 1]
    cleanUp()
    count--
  }
}

module.exports = { cleanUpFrom, cleanupLevel, withCleanup }

'use strict'
// What has to be cleaned up even where V8 ends all JavaScript that runs, as it does when a time limit of node:vm is
// over. No `finally` runs then (test/workarounds/termination-skips-finally.js, Node.js 20 to 26). Everything here runs
// within enterCollector(), which cleans up in that case.

const { ObjectCreate } = require('./primordials')

/**
 * By index. No array, which would inherit what the application has put on Array.prototype.
 * @type {Record<number, () => void>}
 */
const pending = ObjectCreate(null)
let count = 0

/**
 * V8 ends JavaScript where a function is entered or a loop goes on, in these functions, too.
 *
 * @template T
 * @param {() => T} work begins what is to be cleaned up: what was begun before may stay
 * @param {() => void} cleanUp called after the work, or by cleanUpFrom(); throws nothing, and may be called twice, or
 *   before the work has begun
 * @returns {T}
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

/** @returns {number} how many cleanups wait for their work to end */
function cleanupLevel () {
  return count
}

/**
 * To be called when V8 has ended the work.
 * @param {number} level cleanupLevel() as it was when the work began
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

'use strict'
// Finds out which of the async functions that waited at a capture were rejected with the reported error.

const { WeakRefDeref } = require('../../safe/reflection')

/** @typedef {import('../../addon/native-functions').TaskFunctions} TaskFunctions */
/** @typedef {import('../types').AwaitingFrame} AwaitingFrame */

/**
 * A function that awaits a promise does not move until the promise is settled. So if its promise was rejected with the
 * reason, the capture shows the function as it was when the reason came to it.
 *
 * @param {TaskFunctions} native
 * @param {AwaitingFrame[]} awaiting functions that were read while the reason was made; those that waited for a
 *   function of the stack need no proof
 * @param {unknown} reason that the process reports
 * @returns {AwaitingFrame[]} those to which the reason has certainly come
 */
function confirmed (native, awaiting, reason) {
  const frames = []
  for (let i = 0; i < awaiting.length; i++) {
    const { certain, awaited } = awaiting[i]
    const isSure = certain || (awaited !== null && native.isRejectedWith(WeakRefDeref(awaited), reason))
    if (isSure) frames[frames.length] = awaiting[i]
  }
  return frames
}

module.exports = { confirmed }

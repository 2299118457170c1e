'use strict'
// Async functions waited for what failed. Here those are found to which the reported error came, by the promise that
// each awaited.

const { WeakRefDeref } = require('../../safe/reflection')

/** @typedef {import('../types').AwaitingFrame} AwaitingFrame */

/**
 * A function that awaits a promise stands where it did until the promise is settled. When that was rejected with the
 * reason, the function was read as the reason came to it.
 *
 * @param {import('../../addon/native-types').Native} native
 * @param {AwaitingFrame[]} awaiting
 * @param {unknown} reason that the process reports: they were read while it was made, so those who waited for the stack
 *   need no proof
 * @returns {AwaitingFrame[]} without those of which it is not certain that the reason came to them
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

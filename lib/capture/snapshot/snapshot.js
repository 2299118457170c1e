'use strict'

/**
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../types').SnapshotOptions} SnapshotOptions
 */
// One capture in memory, however it was made: the frames, the objects they reach, and the texts of the scripts.

/**
 * Reads the stack of the caller. The collector's own frames are left out.
 *
 * @param {import('../types').Context} context with the addon
 * @param {SnapshotOptions} options
 * @returns {Snapshot}
 * @throws {Error} when none can be made
 */
function takeSnapshot (context, options) {
  const native = /** @type {import('../../addon/native-types').Native} */ (context.native)
  return context.fallback().takeSnapshot(native, options)
}

module.exports = { takeSnapshot }

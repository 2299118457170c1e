'use strict'
// Keeps the last captures that were made by pauses of the debugger, within a number of bytes, until the process reports
// a value or newer captures take their place.

const { bytesOf } = require('../capture/snapshot/native-snapshot')

/**
 * @typedef {import('../capture/types').Snapshot} Snapshot
 */

/**
 * @param {{ snapshotsKept: number, snapshotsMaxBytes: number }} limits
 */
function createPausedSnapshots ({ snapshotsKept, snapshotsMaxBytes }) {
  /** @type {Snapshot[]} oldest first */
  let kept = []
  let bytes = 0

  return {
    /** @param {Snapshot} snapshot */
    add (snapshot) {
      const next = []
      bytes += bytesOf(snapshot)
      for (let i = 0; i < kept.length; i++) {
        if (kept.length - i >= snapshotsKept || bytes > snapshotsMaxBytes) bytes -= bytesOf(kept[i])
        else next[next.length] = kept[i]
      }
      next[next.length] = snapshot
      kept = next
    },

    forget () {
      kept = []
      bytes = 0
    },

    /**
     * @param {number} id
     * @returns {Snapshot | null}
     */
    find (id) {
      for (let i = 0; i < kept.length; i++) if (kept[i].id === id) return kept[i]
      return null
    }
  }
}

/**
 * @param {import('../capture/types').Context} context
 * @returns {import('../capture/types').PausedSnapshots} those of the thread, which begin with the first capture
 */
function pausedSnapshots ({ captures, config }) {
  return (captures.paused ??= createPausedSnapshots(config.rationing))
}

module.exports = { pausedSnapshots }

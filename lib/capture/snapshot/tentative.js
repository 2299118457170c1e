'use strict'
// Keeps the last captures that were made by pauses of the debugger, within a number of bytes, until the process reports
// a value or newer captures take their place.

const { TypedArrayLength } = require('../../safe/reflection')

/**
 * @typedef {import('../types').Snapshot} Snapshot
 */

/**
 * @param {{ tentativeKept: number, tentativeMaxBytes: number }} limits
 */
function tentativeSnapshots ({ tentativeKept, tentativeMaxBytes }) {
  /** @type {Snapshot[]} oldest first */
  let kept = []
  let bytes = 0

  return {
    /** @param {Snapshot} snapshot */
    add (snapshot) {
      const next = []
      bytes += bytesOf(snapshot)
      for (let i = 0; i < kept.length; i++) {
        if (kept.length - i >= tentativeKept || bytes > tentativeMaxBytes) bytes -= bytesOf(kept[i])
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
    },

    /**
     * @param {(snapshot: Snapshot) => boolean} isWanted
     * @returns {Snapshot | null}
     */
    findLast (isWanted) {
      for (let i = kept.length - 1; i >= 0; i--) if (isWanted(kept[i])) return kept[i]
      return null
    }
  }
}

/**
 * @param {Snapshot} snapshot
 * @returns {number} approximate size of its records in bytes
 */
function bytesOf ({ objects, callFrames, awaiting }) {
  let bytes = TypedArrayLength(objects.near) + TypedArrayLength(objects.far)
  for (let i = 0; i < callFrames.frames.length; i++) bytes += callFrames.frames[i].json.length
  for (let i = 0; i < awaiting.length; i++) bytes += awaiting[i].json.length
  const details = objects.details ?? []
  for (let i = 0; i < details.length; i++) bytes += details[i].text.length
  return bytes
}

module.exports = { bytesOf, tentativeSnapshots }

'use strict'
// Captures that may belong to an error that the process survives. The last few are kept, within a number of bytes, until the
// process reports a value or they are pushed out.

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 */

/**
 * @param {{ tentativeKept: number, tentativeMaxBytes: number }} limits
 */
function tentativeSnapshots ({ tentativeKept, tentativeMaxBytes }) {
  /** @type {Snapshot[]} oldest first */
  let kept = []
  let bytes = 0

  const sizeOf = (/** @type {Snapshot} */ { objects, callFrames, awaiting }) => {
    let size = objects.near.length + objects.far.length
    for (let i = 0; i < callFrames.frames.length; i++) size += callFrames.frames[i].json.length
    for (let i = 0; i < awaiting.length; i++) size += awaiting[i].json.length
    return size
  }

  return {
    /** @param {Snapshot} snapshot */
    add (snapshot) {
      const next = []
      bytes += sizeOf(snapshot)
      for (let i = 0; i < kept.length; i++) {
        if (kept.length - i >= tentativeKept || bytes > tentativeMaxBytes) bytes -= sizeOf(kept[i])
        else next[next.length] = kept[i]
      }
      next[next.length] = snapshot
      kept = next
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

module.exports = { tentativeSnapshots }

'use strict'
// Finds frames of a recursion, of which only some are shown.

/** How many repetitions of a recursive call are shown one by one. */
const FEW = 4
/** How many functions may call each other in a circle that is folded. */
const MAX_CIRCLE = 6

/** @typedef {{ scriptId: string, lineNumber: number, columnNumber: number, heading?: string }} FrameAt */

/**
 * @param {FrameAt|undefined} a
 * @param {FrameAt|undefined} b
 */
function isSamePlace (a, b) {
  return (
    a !== undefined &&
    b !== undefined &&
    a.scriptId === b.scriptId &&
    a.lineNumber === b.lineNumber &&
    a.columnNumber === b.columnNumber
  )
}

/**
 * The frames from this one on that go round the same circle of functions as the frames before, if there are many. The
 * last round is left out, because it shows how the recursion began.
 * @param {FrameAt[]} frames
 * @param {number} i
 * @returns {{ count: number, circle: number }} circle: number of functions that call each other; count: 0 if there is
 *   nothing to fold
 */
function foldedFrames (frames, i) {
  for (let circle = 1; circle <= MAX_CIRCLE && circle <= i; circle++) {
    let end = i
    while (
      end < frames.length &&
      frames[end].heading === undefined &&
      isSamePlace(frames[end], frames[end - circle])
    ) end++
    const rounds = Math.floor((end - i) / circle) - 1
    if (rounds > FEW) return { count: rounds * circle, circle }
  }
  return { count: 0, circle: 0 }
}

module.exports = { foldedFrames }

'use strict'
// Two captures of one error -> which shows the throw, and what the other one is to it.

const { hasAwaited } = require('./stop-position')

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 * @typedef {import('../dump/format').StackFrame} StackFrame
 * @typedef {{ snapshot: Snapshot, role: 'awaiting' | 'created' | null }} OrderedSnapshot role of its frames; null for those of the throw
 */

const MAX_CONSTRUCTORS = 7

/**
 * An error can be captured when it is created and again when it is thrown or when a promise is rejected with it. Mostly
 * both show the same functions and the first is enough. When they don't, either the error was made earlier and thrown
 * here, or the second shows a function that awaited what failed.
 *
 * @param {Snapshot[]} snapshots one or two
 * @param {StackFrame[]} stack of the error
 * @returns {OrderedSnapshot[]} the throw first
 */
function orderSnapshots (snapshots, stack) {
  if (snapshots.length === 0) return []
  const first = snapshots[0]
  const second = snapshots[1]
  if (second === undefined) return [{ snapshot: first, role: null }]
  const created = first.hook === 'errorCreated' ? first : second
  const later = first.hook === 'errorCreated' ? second : first
  // Made by Node.js itself, such as a failed fetch: what awaited it says more.
  if (!hasUserFrame(created) && hasUserFrame(later)) return [{ snapshot: later, role: null }]
  const depth = depthOf(created, later)
  // The same stack twice: at the throw itself there is more to see, because the limits are wider there.
  if (depth === 0) return [{ snapshot: later.hook === 'uncaught' ? later : created, role: null }]
  // What was made further in and came out through C++, or an event that Node.js itself threw in a later turn.
  if (depth > 0 || !hasUserFrame(later)) return [{ snapshot: created, role: null }]
  if (hasAwaited(later, stack)) return [{ snapshot: created, role: null }, { snapshot: later, role: 'awaiting' }]
  return [{ snapshot: later, role: null }, { snapshot: created, role: 'created' }]
}

/** @param {Snapshot} snapshot */
function hasUserFrame ({ callFrames: { frames } }) {
  for (let i = 0; i < frames.length; i++) if (!frames[i].internal) return true
  return false
}

/**
 * How many frames further in the inner stack began, -1 when the outer stack's first frame of the application is not in it.
 * @param {Snapshot} inner
 * @param {Snapshot} outer
 */
function depthOf (inner, outer) {
  const frames = outer.callFrames.frames
  let top = 0
  while (top < frames.length && frames[top].internal) top++
  if (top === frames.length) return -1
  let depth = 0
  for (let i = 0; i < inner.callFrames.frames.length; i++) {
    const frame = inner.callFrames.frames[i]
    if (frame.functionKey === frames[top].functionKey) return depth
    if (!frame.internal) depth++
  }
  return -1
}

/**
 * Constructors of the error's own class are on the stack while it is made, but not in its stack: they are no place where it
 * was thrown.
 * @param {Snapshot} snapshot
 * @param {{ scriptId?: string, lineNumber?: number, columnNumber?: number }} top first frame of the error's own stack
 * @returns {Snapshot}
 */
function withoutConstructors (snapshot, { scriptId, lineNumber, columnNumber }) {
  const { callFrames } = snapshot
  if (snapshot.hook !== 'errorCreated') return snapshot
  for (let i = 1; i < callFrames.frames.length && i <= MAX_CONSTRUCTORS; i++) {
    const frame = callFrames.frames[i]
    if (frame.scriptId !== scriptId || frame.lineNumber !== lineNumber || frame.columnNumber !== columnNumber) continue
    const frames = []
    for (let j = i; j < callFrames.frames.length; j++) frames[j - i] = callFrames.frames[j]
    return { ...snapshot, callFrames: { ...callFrames, frames, omittedAfter: callFrames.omittedAfter - i } }
  }
  return snapshot
}

module.exports = { orderSnapshots, withoutConstructors }

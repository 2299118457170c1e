'use strict'
// Decides which of two captures of an error shows the throw, and which role the frames of the other one have.

const { addAwaiting, asFrames } = require('./add-awaiting')
const { hasAwaited } = require('./stop-position')

/**
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../../dump/format').StackFrame} StackFrame
 */

/** Number of innermost frames that may be constructors, which the error's own stack leaves out. */
const MAX_CONSTRUCTORS = 7

/**
 * Orders the captures of an error. An error can be captured when it is created, and again when it is thrown or a
 * promise is rejected with it. Mostly both captures show the same functions, and the first one is enough. Otherwise
 * either the error was made earlier than it was thrown, or the second capture shows a function that awaited what
 * failed.
 *
 * @param {Snapshot[]} snapshots of the error, two at most; after them that of the call of capture() or
 *   process.exit(), if there is one. Or only that of the functions that waited when the event loop was empty
 * @param {StackFrame[]} stack of the error
 * @returns {OrderedSnapshot[]} the throw first
 */
function orderSnapshots (snapshots, stack) {
  const caller = snapshots.length === 0 ? undefined : snapshots[snapshots.length - 1]
  if (caller?.hook === 'loopEmpty') return asFrames(caller, caller.awaiting)
  if (caller === undefined || (caller.hook !== 'api' && caller.hook !== 'exit')) return orderThrow(snapshots, stack)
  const ofError = []
  for (let i = 0; i < snapshots.length - 1; i++) ofError[i] = snapshots[i]
  const ordered = orderThrow(ofError, stack)
  if (ordered.length === 0 || isSamePlace(ordered[0].snapshot, caller)) return [{ snapshot: caller, role: null }]
  ordered[ordered.length] = { snapshot: caller, role: caller.hook === 'exit' ? 'exit' : 'caller' }
  return ordered
}

/**
 * True if the two captures show the same line of the same function, as with `capture(new Error())`.
 * @param {Snapshot} thrown
 * @param {Snapshot} caller
 */
function isSamePlace (thrown, caller) {
  const first = firstOwn(thrown)
  const second = firstOwn(caller)
  return (
    first !== null &&
    second !== null &&
    first.functionKey === second.functionKey &&
    first.lineNumber === second.lineNumber
  )
}

/** @param {Snapshot} snapshot */
function firstOwn ({ callFrames: { frames } }) {
  for (let i = 0; i < frames.length; i++) if (!frames[i].internal) return frames[i]
  return null
}

/**
 * @param {Snapshot[]} snapshots two at most
 * @param {StackFrame[]} stack of the error
 * @returns {OrderedSnapshot[]} the throw first
 */
function orderThrow (snapshots, stack) {
  const ordered = orderStacks(snapshots, stack)
  return ordered.length === 0 ? ordered : addAwaiting(ordered, madeByNode(snapshots))
}

/**
 * An error that Node.js made itself may have no function of the application on its stack; then the functions that
 * waited for it are shown.
 * @param {Snapshot[]} snapshots
 * @returns {Snapshot | null} the capture of such an error
 */
function madeByNode (snapshots) {
  for (let i = 0; i < snapshots.length; i++) {
    if (snapshots[i].hook === 'errorCreated' && !hasUserFrame(snapshots[i]) && snapshots[i].awaiting.length > 0) {
      return snapshots[i]
    }
  }
  return null
}

/**
 * @param {Snapshot[]} snapshots one or two
 * @param {StackFrame[]} stack of the error
 * @returns {OrderedSnapshot[]} the throw first
 */
function orderStacks (snapshots, stack) {
  if (snapshots.length === 0) return []
  const first = snapshots[0]
  const second = snapshots[1]
  if (second === undefined) return [{ snapshot: first, role: null }]
  const created = first.hook === 'errorCreated' ? first : second
  const later = first.hook === 'errorCreated' ? second : first
  // If Node.js itself made the error, as for a failed fetch, the function that awaited says more.
  if (!hasUserFrame(created) && hasUserFrame(later)) return [{ snapshot: later, role: null }]
  const depth = depthOf(created, later)
  // Both captures have the same stack. That of the throw has more, because its limits are wider.
  if (depth === 0) return [{ snapshot: later.hook === 'uncaught' ? later : created, role: null }]
  // The error was made in an inner function and came out through C++, or Node.js threw it in a later turn (an event).
  if (depth > 0 || !hasUserFrame(later)) return [{ snapshot: created, role: null }]
  if (hasAwaited(later, stack)) {
    return [
      { snapshot: created, role: null },
      { snapshot: later, role: 'awaiting' }
    ]
  }
  return [
    { snapshot: later, role: null },
    { snapshot: created, role: 'created' }
  ]
}

/** @param {Snapshot} snapshot */
function hasUserFrame (snapshot) {
  return firstOwn(snapshot) !== null
}

/**
 * @param {Snapshot} inner
 * @param {Snapshot} outer
 * @returns {number} of the application's frames that the inner stack has before the outer stack's first one; -1 when it
 *   does not have that
 */
function depthOf (inner, outer) {
  const top = firstOwn(outer)
  if (top === null) return -1
  let depth = 0
  for (let i = 0; i < inner.callFrames.frames.length; i++) {
    const frame = inner.callFrames.frames[i]
    if (frame.functionKey === top.functionKey) return depth
    if (!frame.internal) depth++
  }
  return -1
}

/**
 * Removes the innermost frames that the error's own stack does not have, because the error was not thrown there. These
 * are constructors of its class (test/workarounds/constructors-not-in-stack.js, Node.js 20 to 26), which the addon
 * leaves out of its own captures, and functions that Error.captureStackTrace() was told to leave out.
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

'use strict'
// Two captures of one error -> which shows the throw, and what the other one is to it.

const { BufferAlloc, itemsFrom } = require('../../safe/primordials')
const { hasAwaited, isAtEnd } = require('./stop-position')

/**
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../../dump/format').StackFrame} StackFrame
 * @typedef {import('../types').CapturedFrame} CapturedFrame
 */

/** Further in than this stands no frame of the error's own stack: only constructors do. */
const MAX_CONSTRUCTORS = 7
const NOTHING = { near: BufferAlloc(0), far: BufferAlloc(0), missing: {} }

/**
 * An error can be captured when it is created and again when it is thrown or when a promise is rejected with it. Mostly
 * both show the same functions and the first is enough. When they don't, either the error was made earlier and thrown
 * here, or the second shows a function that awaited what failed.
 *
 * @param {Snapshot[]} snapshots of the error, one or two; after them that of the code that asks for a dump, if any
 * @param {StackFrame[]} stack of the error
 * @returns {OrderedSnapshot[]} the throw first
 */
function orderSnapshots (snapshots, stack) {
  const caller = snapshots.length === 0 ? undefined : snapshots[snapshots.length - 1]
  if (caller === undefined || caller.hook !== 'api') return orderThrow(snapshots, stack)
  const ofError = []
  for (let i = 0; i < snapshots.length - 1; i++) ofError[i] = snapshots[i]
  const ordered = orderThrow(ofError, stack)
  if (ordered.length === 0 || isSamePlace(ordered[0].snapshot, caller)) return [{ snapshot: caller, role: null }]
  ordered[ordered.length] = { snapshot: caller, role: 'caller' }
  return ordered
}

/**
 * With `capture(new Error())` the two captures would say the same.
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
 * @param {Snapshot[]} snapshots one or two
 * @param {StackFrame[]} stack of the error
 * @returns {OrderedSnapshot[]} the throw first
 */
function orderThrow (snapshots, stack) {
  const ordered = orderStacks(snapshots, stack)
  if (ordered.length === 0) return []
  const created = madeByNode(snapshots)
  // By index, here and below: destructuring and spreading would run an iterator that the application may have replaced.
  const { snapshot } = ordered[0]
  if (created !== null) {
    const read = readInBlock(snapshot, created)
    return read === null
      ? followed(asFrames(created, notOf(snapshot, created)), created, ordered[0])
      : asFrames(created, read)
  }
  const later = ordered[1]
  if (snapshot.awaiting.length === 0 || later?.role === 'created') return ordered
  const read = later === undefined ? null : readInBlock(later.snapshot, snapshot)
  const between = read ?? notOf(later?.snapshot, snapshot)
  if (between.length === 0) return ordered
  const waiting = {
    snapshot: withFrames(snapshot, between, NOTHING),
    role: /** @type {const} */ ('awaiting'),
    suspended: true
  }
  return later === undefined || read !== null ? [ordered[0], waiting] : [ordered[0], waiting, later]
}

/**
 * An error that Node.js made itself has no function of the application on its stack, but the functions that waited for
 * it say more.
 * @param {Snapshot[]} snapshots
 * @returns {Snapshot | null}
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
 * @param {Snapshot} created
 * @param {CapturedFrame[]} awaiting of it
 * @returns {OrderedSnapshot[]} the first stands for the throw
 */
function asFrames (created, awaiting) {
  if (awaiting.length === 0) return []
  const throwing = { snapshot: withFrames(created, [awaiting[0]], created.objects), role: null, suspended: true }
  if (awaiting.length === 1) return [throwing]
  return [
    throwing,
    { snapshot: withFrames(created, itemsFrom(awaiting, 1), NOTHING), role: 'awaiting', suspended: true }
  ]
}

/**
 * @param {OrderedSnapshot[]} frames of what was created
 * @param {Snapshot} created
 * @param {OrderedSnapshot} last
 * @returns {OrderedSnapshot[]} the same, and the function whose rejection nobody handled, where it isn't the same
 *   capture
 */
function followed (frames, created, { snapshot, role }) {
  if (snapshot !== created) {
    frames[frames.length] = { snapshot, role: notOf(snapshot, created).length === 0 ? role : 'awaiting' }
  }
  return frames
}

/**
 * @param {Snapshot | undefined} later captured when it was rejected, which shows the same function with newer variables
 * @param {Snapshot} snapshot
 * @returns {CapturedFrame[]} that waited for it and come before the later one
 */
function notOf (later, { awaiting }) {
  const frames = later === undefined ? [] : later.callFrames.frames
  const between = []
  for (let i = 0; i < awaiting.length; i++) {
    for (let n = 0; n < frames.length; n++) if (frames[n].functionKey === awaiting[i].functionKey) return between
    between[i] = awaiting[i]
  }
  return between
}

/**
 * The function that was rejected in the end has newer variables there, but those of its blocks are gone. Where it stood
 * in one when the error came to it, it says more as it was then.
 * @param {Snapshot} later captured when it was rejected
 * @param {Snapshot} snapshot
 * @returns {CapturedFrame[] | null} the functions that waited, with it; null where the later capture shows it better,
 *   or it could be another call
 */
function readInBlock (later, snapshot) {
  const { awaiting } = snapshot
  const { frames } = later.callFrames
  if (later === snapshot || frames.length === 0 || !isAtEnd(later)) return null
  const upTo = []
  let found = 0
  for (let i = 0; i < awaiting.length; i++) {
    if (found === 0) upTo[i] = awaiting[i]
    if (awaiting[i].functionKey !== frames[0].functionKey) continue
    if (!awaiting[i].inBlock) return null
    found++
  }
  return found === 1 ? upTo : null
}

/**
 * @param {Snapshot} snapshot
 * @param {CapturedFrame[]} frames
 * @param {Snapshot['objects']} objects
 * @returns {Snapshot}
 */
function withFrames (snapshot, frames, objects) {
  return {
    ...snapshot,
    callFrames: { frames, omittedAfter: frames.length, omitted: 0 },
    objects,
    durationMs: objects === NOTHING ? 0 : snapshot.durationMs
  }
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
  // Made by Node.js itself, such as a failed fetch: what awaited it says more.
  if (!hasUserFrame(created) && hasUserFrame(later)) return [{ snapshot: later, role: null }]
  const depth = depthOf(created, later)
  // The same stack twice: at the throw itself there is more to see, because the limits are wider there.
  if (depth === 0) return [{ snapshot: later.hook === 'uncaught' ? later : created, role: null }]
  // What was made further in and came out through C++, or an event that Node.js itself threw in a later turn.
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
 * How many frames further in the inner stack began, -1 when the outer stack's first frame of the application is not in
 * it.
 * @param {Snapshot} inner
 * @param {Snapshot} outer
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
 * Functions that make an error are on the stack while it is made, but not in its own, and are no place where it was
 * thrown: constructors of its class, which the addon leaves out of its captures itself, and what
 * Error.captureStackTrace() was told to leave out.
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

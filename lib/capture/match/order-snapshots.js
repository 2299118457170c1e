'use strict'
// Orders the captures of the errors of a report: which capture shows the throw, which role the frames of the others
// have, and which suspended functions waited for what failed.

const { NO_OBJECTS } = require('../values/native-walk')
const { StringIndexOf, StringSlice, itemsFrom } = require('../../safe/primordials')
const { howRejected, mayThrow } = require('./stop-position')

const MISSING = '"notCapturedReason":'
const UNDEFINED = '"value":{"type":"undefined"}'

/**
 * @typedef {import('../types').OrderedSnapshot} OrderedSnapshot
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../types').CapturedFrame} CapturedFrame
 * @typedef {import('../values/error-text').Described} Described
 * @typedef {import('../../../packages/shared/dump/terms').StackFrame} StackFrame
 */

/**
 * @param {import('../types').Report} report
 * @param {Described | null} exception
 * @param {Described[]} texts of the causes
 * @returns {Pick<import('../types').DescribedErrors, 'snapshots' | 'causes' | 'allSnapshots'>}
 */
function orderCaptures (report, exception, texts) {
  const lists = [report.snapshots]
  const stacks = [exception?.stack ?? []]
  for (let i = 0; i < texts.length; i++) {
    lists[i + 1] = report.causes[i].found.read()
    stacks[i + 1] = texts[i].stack ?? []
  }
  const causes = []
  /** @type {OrderedSnapshot[]} */
  let snapshots = []
  /** @type {OrderedSnapshot[]} */
  const allSnapshots = []
  for (let i = 0; i < lists.length; i++) {
    const ordered = orderSnapshots(lists[i], stacks[i])
    if (i === 0) snapshots = ordered
    else causes[i - 1] = { cause: report.causes[i - 1], described: texts[i - 1], snapshots: ordered }
    for (let n = 0; n < ordered.length; n++) {
      if (i === 0 || !isAmong(allSnapshots, ordered[n].snapshot.id)) allSnapshots[allSnapshots.length] = ordered[n]
    }
  }
  return { snapshots, causes, allSnapshots }
}

/**
 * @param {OrderedSnapshot[]} snapshots
 * @param {number} id
 */
function isAmong (snapshots, id) {
  for (let i = 0; i < snapshots.length; i++) if (snapshots[i].snapshot.id === id) return true
  return false
}

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
  const last = snapshots.length === 0 ? undefined : snapshots[snapshots.length - 1]
  const call = last?.hook === 'api' || last?.hook === 'exit' ? last : null
  const ofError = []
  for (let i = 0; i < snapshots.length - (call === null ? 0 : 1); i++) ofError[i] = snapshots[i]
  const ordered = orderThrow(ofError, stack)
  if (call === null) return ordered
  if (ordered.length === 0 || isSamePlace(ordered[0].snapshot, call)) return [{ snapshot: call, role: null }]
  ordered[ordered.length] = { snapshot: call, role: call.hook === 'exit' ? 'exit' : 'caller' }
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
  if (snapshots.length === 0) return []
  const later = snapshots[0].hook === 'errorCreated' ? snapshots[1] : snapshots[0]
  const rejection = later === undefined ? null : howRejected(later, stack)
  const isInFinally = rejection === null && later !== undefined && snapshots.length > 1 && hasLeft(later, snapshots[0])
  const ordered = orderStacks(snapshots, isInFinally || rejection?.hasAwaited === true)
  const atEnd = isInFinally || rejection !== null ? later : undefined
  return addAwaiting(ordered, withoutOwnFrames(snapshots), atEnd, isInFinally)
}

/**
 * V8 of Node.js 24 and later shows a function that was rejected in a block with `finally` in that block
 * (test/workarounds/rejected-in-finally.js, Node.js 24 and 26).
 * @param {Snapshot} later the capture of the rejection
 * @param {Snapshot} created
 * @returns {boolean} true if its innermost function waited for what failed, and threw nothing itself
 */
function hasLeft (later, { awaiting }) {
  const { frames } = later.callFrames
  if (later.hook !== 'promiseReject' || frames.length === 0 || mayThrow(later)) return false
  for (let i = 0; i < awaiting.length; i++) if (awaiting[i].functionKey === frames[0].functionKey) return true
  return false
}

/**
 * An error that Node.js made itself may have no function of the application on its stack, and an empty event loop has
 * no stack. Then the functions that waited are shown.
 * @param {Snapshot[]} snapshots
 * @returns {Snapshot | null} the capture without such functions
 */
function withoutOwnFrames (snapshots) {
  for (let i = 0; i < snapshots.length; i++) {
    const { hook, awaiting } = snapshots[i]
    const isMadeByNode = hook === 'errorCreated' && !hasUserFrame(snapshots[i]) && awaiting.length > 0
    if (isMadeByNode || hook === 'loopEmpty') return snapshots[i]
  }
  return null
}

/**
 * @param {Snapshot[]} snapshots one or two
 * @param {boolean} hasAwaited the later one shows a function that was rejected because of what it awaited
 * @returns {OrderedSnapshot[]} the throw first
 */
function orderStacks (snapshots, hasAwaited) {
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
  if (hasAwaited) {
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
 * @param {OrderedSnapshot[]} ordered one or two, the throw first
 * @param {Snapshot | null} created a capture in whose place the functions that waited are shown
 * @param {Snapshot | undefined} atEnd the capture that V8 shows at the end of its innermost function, where it has left
 *   all blocks
 * @param {boolean} isInFinally V8 shows that function in a block that it has entered since
 * @returns {OrderedSnapshot[]} the throw first
 */
function addAwaiting (ordered, created, atEnd, isInFinally) {
  // Read by index, here and below, because destructuring would run an iterator that the application may have replaced.
  const { snapshot } = ordered[0]
  if (created !== null) {
    const read = snapshot === atEnd ? readInBlock(snapshot, created, isInFinally) : null
    return read === null
      ? followed(asFrames(created, notOf(snapshot, created)), created, ordered[0])
      : asFrames(created, read)
  }
  const later = ordered[1]
  // A function that has caught the error throws it again: others waited between it and what failed.
  if (later?.role === 'created') return withWaiting(ordered, later.snapshot, notOf(snapshot, later.snapshot))
  if (snapshot.awaiting.length === 0) return ordered
  const isAtEnd = later !== undefined && later.snapshot === atEnd
  const read = isAtEnd ? readInBlock(later.snapshot, snapshot, isInFinally) : null
  const between = withWaiting([ordered[0]], snapshot, read ?? notOf(later?.snapshot, snapshot))
  if (later !== undefined && read === null) between[between.length] = later
  return between
}

/**
 * @param {OrderedSnapshot[]} ordered is added to
 * @param {Snapshot} snapshot
 * @param {CapturedFrame[]} awaiting some of the functions that waited at it
 */
function withWaiting (ordered, snapshot, awaiting) {
  if (awaiting.length === 0) return ordered
  const waiting = withFrames(snapshot, awaiting, NO_OBJECTS)
  ordered[ordered.length] = { snapshot: waiting, role: 'awaiting', suspended: true }
  return ordered
}

/**
 * @param {Snapshot} created
 * @param {CapturedFrame[]} awaiting functions that waited for the error, or for what never came
 * @returns {OrderedSnapshot[]} the nearest of these functions takes the place of the throw
 */
function asFrames (created, awaiting) {
  if (awaiting.length === 0) return []
  const throwing = { snapshot: withFrames(created, [awaiting[0]], created.objects), role: null, suspended: true }
  if (awaiting.length === 1) return [throwing]
  return [
    throwing,
    { snapshot: withFrames(created, itemsFrom(awaiting, 1), NO_OBJECTS), role: 'awaiting', suspended: true }
  ]
}

/**
 * @param {OrderedSnapshot[]} frames of asFrames() is added to
 * @param {Snapshot} created
 * @param {OrderedSnapshot} last the capture of the rejection that nobody handled
 * @returns {OrderedSnapshot[]} the frames, followed by the last capture, unless that is `created`
 */
function followed (frames, created, { snapshot, role }) {
  if (snapshot !== created) {
    frames[frames.length] = { snapshot, role: notOf(snapshot, created).length === 0 ? role : 'awaiting' }
  }
  return frames
}

/**
 * @param {Snapshot | undefined} later the capture of a rejection, which shows its function with newer variables
 * @param {Snapshot} snapshot
 * @returns {CapturedFrame[]} functions that waited at the snapshot, up to the first one that the later capture shows
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
 * The capture of a rejection has newer variables of the rejected function, but those of its blocks are gone, and V8's
 * optimiser has dropped what nothing reads any more (test/triggers/optimised-code.test.js, Node.js 24 and 26). If the
 * function stood in a block when the error came to it, or had more variables, the earlier snapshot says more.
 * @param {Snapshot} later the capture of the rejection, at the end of its innermost function
 * @param {Snapshot} snapshot
 * @param {boolean} isElsewhere the later one shows the function at another place than where it waited
 * @returns {CapturedFrame[] | null} functions that waited at the snapshot, up to and with the rejected one; null when
 *   the later capture is better, or more than one call of the function waited
 */
function readInBlock (later, snapshot, isElsewhere) {
  const { awaiting } = snapshot
  const { frames } = later.callFrames
  if (later === snapshot || frames.length === 0) return null
  const upTo = []
  let found = 0
  for (let i = 0; i < awaiting.length; i++) {
    if (found === 0) upTo[i] = awaiting[i]
    if (awaiting[i].functionKey !== frames[0].functionKey) continue
    if (!awaiting[i].inBlock && !isElsewhere) {
      const known = withoutUndefined(awaiting[i])
      if (missingIn(frames[0]) <= missingIn(known)) return null
      upTo[upTo.length - 1] = known
    }
    found++
  }
  return found === 1 ? upTo : null
}

/** @param {CapturedFrame} frame @returns {number} of the variables without a value; infinite if it has no scopes */
function missingIn ({ json }) {
  let count = json[json.length - 1] === '[' ? Infinity : 0
  for (let at = 0; (at = StringIndexOf(json, MISSING, at) + 1) > 0;) count++
  return count
}

/**
 * While a function waits, a variable that V8's optimiser has dropped is undefined.
 * @template {CapturedFrame} T
 * @param {T} frame
 * @returns {T}
 */
function withoutUndefined (frame) {
  let { json } = frame
  for (let at; (at = StringIndexOf(json, UNDEFINED)) >= 0;) {
    json = `${StringSlice(json, 0, at)}${MISSING}"unavailable"${StringSlice(json, at + UNDEFINED.length)}`
  }
  return { ...frame, json }
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
    durationMs: objects === NO_OBJECTS ? 0 : snapshot.durationMs
  }
}

module.exports = { orderCaptures }

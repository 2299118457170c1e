'use strict'
// Finds the captures of a reported value, and its causes with theirs: its `cause`, the errors of an AggregateError, and
// the fields in which libraries keep the original error. Only data properties are read, so no getter runs.

const { dataProperty, isObject } = require('../../safe/data-property')
const { ArrayIsArray, ObjectGetPrototypeOf, ObjectIs, isNativeError, isProxy } = require('../../safe/primordials')
const { WeakRefDeref } = require('../../safe/reflection')
const { nativeSnapshot } = require('../snapshot/native-snapshot')

/**
 * @typedef {import('../types').Cause} Cause
 * @typedef {import('../types').FoundSnapshots} FoundSnapshots
 * @typedef {import('../types').Snapshot} Snapshot
 */

/**
 * Fields that may hold a cause. `cause` is that of the language; the others are those of packages: sequelize (original,
 * parent), typeorm (driverError), mongoose and mongodb (reason, originalError), graphql and apollo (originalError),
 * azure (innerError), verror (jse_cause), yup (inner), ioredis (previousErrors, lastNodeError), got, p-retry and
 * winston (error, originalError), mssql (originalError), node-fetch (err), p-queue (err).
 */
const CAUSE_FIELDS = [
  'cause',
  'errors',
  'originalError',
  'original',
  'innerError',
  'inner',
  'parent',
  'driverError',
  'jse_cause',
  'err',
  'error',
  'reason',
  'previousErrors',
  'lastNodeError',
  'rootCause',
  'sourceError'
]

const MAX_CAUSES = 100
/** Number of elements of one list that are looked at. */
const MAX_ELEMENTS = 20

/** Number of innermost frames that may be constructors, which the error's own stack leaves out. */
const MAX_CONSTRUCTORS = 7

/**
 * Finds the captures of a reported value without reading its stack. The first read of a stack formats it once, and V8
 * no longer knows where the error was made (test/workarounds/stack-formatted-once.js, Node.js 20 to 26), so the
 * handlers of the application must come first. Captures are read only when a dump is written: it takes milliseconds.
 *
 * @param {import('../types').CaptureAccess} context
 * @param {unknown} value
 * @param {boolean} fromPromise the value is the reason of a rejection, so captures at uncaught throws are not meant
 * @returns {FoundSnapshots}
 */
function findSnapshots (context, value, fromPromise) {
  const { captures: { pauses }, native } = context
  return foundSnapshots(context, pauses?.find(value) ?? native?.findCapture(value, fromPromise) ?? null, value)
}

/**
 * Finds the captures of a cause.
 * @param {import('../types').CaptureAccess} context
 * @param {unknown} error
 * @returns {FoundSnapshots}
 */
function findCauseSnapshots (context, error) {
  const { captures: { pauses }, native } = context
  return foundSnapshots(context, pauses?.find(error) ?? native?.findCauseCapture(error) ?? null, error)
}

/**
 * @param {import('../types').CaptureAccess} context
 * @param {Parameters<typeof snapshotsOf>[1] | null} found
 * @param {unknown} value
 * @returns {FoundSnapshots}
 */
function foundSnapshots (context, found, value) {
  if (found === null) return { read: () => [], match: null }
  let snapshots = /** @type {Snapshot[] | null} */ (null)
  const read = () => {
    context.redactor() // values that have become secret since the captures are hidden when these are read
    return (snapshots ??= snapshotsOf(context, found, value))
  }
  return { read, match: found.match ?? null, rationed: found.rationed }
}

/**
 * @param {import('../types').CaptureAccess} context
 * @param
 *   {Pick<import('../../addon/native-types').FoundCaptures, 'primary' | 'secondary' | 'waiting'>
 *     & Partial<import('../../addon/native-types').FoundCaptures>}
 *   found
 * @param {unknown} value
 * @returns {Snapshot[]}
 */
function snapshotsOf (context, found, value) {
  const { captures: { paused }, native } = context
  /** @type {Snapshot[]} */
  const snapshots = []
  const waiting = waitingFor(context, found.waiting ?? 0, value)
  if (waiting !== null) snapshots[0] = waiting
  const ids = [found.primary, found.secondary]
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === 0) continue
    const snapshot = paused?.find(ids[i]) ?? (native === null ? null : nativeSnapshot(native, ids[i]))
    if (snapshot !== null) {
      snapshots[snapshots.length] = withConfirmed(context, withoutConstructors(snapshot, found), value)
    }
  }
  return snapshots
}

/**
 * A library may reject with a value that it has made of an error, and that is no error itself. The error was captured
 * while the functions waited to which the value came.
 * @param {import('../types').CaptureAccess} context
 * @param {number} id of the capture, 0 for none
 * @param {unknown} value
 * @returns {Snapshot | null} these functions, without the stack, which belongs to the other error
 */
function waitingFor (context, id, value) {
  const snapshot = id === 0 || context.native === null ? null : nativeSnapshot(context.native, id)
  if (snapshot === null) return null
  const { awaiting } = snapshot
  const proven = []
  for (let i = 0; i < awaiting.length; i++) proven[i] = { ...awaiting[i], certain: false }
  const callFrames = { frames: [], omittedAfter: 0, omitted: 0 }
  return withConfirmed(context, { ...snapshot, hook: 'errorCreated', callFrames, awaiting: proven }, value)
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

/**
 * @param {import('../types').CaptureAccess} context
 * @param {Snapshot} snapshot
 * @param {unknown} value
 * @returns {Snapshot} with only those awaiting functions to which the value has come
 */
function withConfirmed ({ native }, snapshot, value) {
  if (native === null || snapshot.awaiting.length === 0) return snapshot
  return { ...snapshot, awaiting: confirmed(native, snapshot.awaiting, value) }
}

/**
 * A function that awaits a promise does not move until the promise is settled. So if its promise was rejected with the
 * reason, the capture shows the function as it was when the reason came to it.
 *
 * @param {import('../../addon/native-functions').TaskFunctions} native
 * @param {import('../types').AwaitingFrame[]} awaiting functions that were read while the reason was made; those that
 *   waited for a function of the stack need no proof
 * @param {unknown} reason that the process reports
 * @returns {import('../types').AwaitingFrame[]} those to which the reason has certainly come
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

/**
 * Finds the captures of an error that the application or a test runner hands over, and of its causes. Call this
 * before the error's stack is formatted, because after that V8 no longer knows where the error was made
 * (test/workarounds/stack-formatted-once.js, Node.js 20 to 26).
 * @param {import('../types').CaptureAccess} context
 * @param {unknown} error undefined for none
 */
function findCaptures (context, error) {
  context.redactor() // values that have become secret since the captures are hidden when these are read
  return {
    // If the value is a primitive, captures of an equal one may be of another throw, so they are not looked for.
    snapshots: findCauseSnapshots(context, error).read(),
    causes: error === undefined ? [] : findCauses(context, error)
  }
}

/**
 * @param {import('../types').CaptureAccess} context
 * @param {unknown} error that is reported
 * @returns {Cause[]} causes and their causes, breadth first, each error once
 */
function findCauses (context, error) {
  if (!mayHaveCauses(error)) return []
  /** @type {Cause[]} */
  const causes = []
  const isKnown = (/** @type {unknown} */ value) => {
    if (ObjectIs(value, error)) return true
    for (let i = 0; i < causes.length; i++) if (ObjectIs(causes[i].value, value)) return true
    return false
  }
  const add = (/** @type {unknown} */ value, /** @type {number} */ of, /** @type {string} */ path) => {
    if (causes.length >= MAX_CAUSES || !isError(value) || isKnown(value)) return
    causes[causes.length] = { index: causes.length + 1, of, path, value, found: findCauseSnapshots(context, value) }
  }
  addFields(error, 0, add)
  for (let i = 0; i < causes.length; i++) addFields(causes[i].value, causes[i].index, add)
  return causes
}

/**
 * Looks for names alone, which is much cheaper than to read what they hold. Most errors have none of them.
 * @param {unknown} error
 */
function mayHaveCauses (error) {
  if (!isObject(error)) return false
  for (let holder = error; holder !== null; holder = ObjectGetPrototypeOf(holder)) if (isProxy(holder)) return true
  for (let i = 0; i < CAUSE_FIELDS.length; i++) if (CAUSE_FIELDS[i] in error) return true
  return false
}

/**
 * @param {unknown} holder
 * @param {number} index of the holder
 * @param {(value: unknown, of: number, path: string) => void} add
 */
function addFields (holder, index, add) {
  if (!isObject(holder) || isProxy(holder)) return
  for (let i = 0; i < CAUSE_FIELDS.length; i++) {
    const value = dataProperty(holder, CAUSE_FIELDS[i])
    if (!ArrayIsArray(value)) {
      add(value, index, CAUSE_FIELDS[i])
      continue
    }
    if (isProxy(value)) continue
    for (let n = 0; n < MAX_ELEMENTS && n < value.length; n++) {
      add(dataProperty(value, `${n}`), index, `${CAUSE_FIELDS[i]}[${n}]`)
    }
  }
}

/**
 * @param {unknown} value
 */
function isError (value) {
  if (!isObject(value) || isProxy(value)) return false
  return (
    isNativeError(value) ||
    (typeof dataProperty(value, 'stack') === 'string' && typeof dataProperty(value, 'message') === 'string')
  )
}

module.exports = { CAUSE_FIELDS, findCaptures, findCauses, findSnapshots, foundSnapshots }

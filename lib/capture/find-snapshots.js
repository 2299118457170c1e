'use strict'
// A reported value -> the captures of that very value.

const { confirmed } = require('./confirm-awaiting')
const { MAX_CONSTRUCTORS, withoutConstructors } = require('./order-snapshots')
const { scriptPath } = require('./script-path')

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 * @typedef {object} FoundSnapshots
 * @property {Snapshot[]} snapshots of the value
 * @property {import('../dump/format').CaptureInfo['match']} match
 * @property {boolean} rationed without a budget there would be more
 */

/** Frames that make a site, as in src/error_site.h. */
const SITE_FRAMES = 4

/**
 * Whoever reads the stack of an error first decides what it is for good, and V8 forgets where the error was made. So this, which comes before
 * the handlers of the application, doesn't.
 *
 * @param {import('../collector').Context} context
 * @param {unknown} value
 * @param {boolean} fromPromise a throw can't be meant
 * @returns {FoundSnapshots}
 */
function findSnapshots (context, value, fromPromise) {
  const { native, pauses, tentative } = context
  const found = pauses?.find(value) ?? native?.findCapture(value, fromPromise) ?? null
  /** @type {Snapshot[]} */
  const snapshots = []
  if (found === null) return { snapshots, match: null, rationed: false }
  const ids = [found.primary, found.secondary]
  for (let i = 0; i < ids.length; i++) {
    const snapshot = ids[i] === 0 ? null : tentative.find(ids[i])
    if (snapshot !== null) snapshots[snapshots.length] = withConfirmed(context, withoutConstructors(snapshot, found), value, true)
  }
  return { snapshots, match: found.match, rationed: found.rationed }
}

/**
 * @typedef {{ value: unknown, fromPromise: boolean, stack: import('../dump/format').StackFrame[] }} ReportedStack
 */

/**
 * What else belongs to the value, now that its stack may be read.
 *
 * @param {import('../collector').Context} context
 * @param {ReportedStack} reported
 * @param {FoundSnapshots} found is added to
 */
function addByStack (context, reported, found) {
  const { snapshots } = found
  const further = hasConstruction(snapshots) ? null : findByStack(context, reported)
  if (further !== null) {
    snapshots[snapshots.length] = further.snapshot
    found.match ??= further.match
  }
}

/**
 * @param {import('../collector').Context} context
 * @param {ReportedStack} reported
 * @returns {{ snapshot: Snapshot, match: 'site' | 'identity' } | null}
 */
function findByStack (context, { value, fromPromise, stack }) {
  const { native, tentative } = context
  const made = native === null ? null : findConstruction(native, tentative, stack)
  if (made !== null) return { snapshot: withConfirmed(context, made, value, true), match: 'site' }
  const waiting = fromPromise ? findAwaiting(context, value) : null
  return waiting === null ? null : { snapshot: waiting, match: 'identity' }
}

/** @param {Snapshot[]} snapshots */
function hasConstruction (snapshots) {
  for (let i = 0; i < snapshots.length; i++) if (snapshots[i].hook === 'errorCreated') return true
  return false
}

/**
 * V8 forgets where an error was made as soon as somebody reads its stack, as loggers and Node.js's streams do. The text
 * of the stack still says it.
 * @param {import('../native').Native} native
 * @param {import('../collector').Context['tentative']} tentative
 * @param {import('../dump/format').StackFrame[]} stack
 */
function findConstruction (native, tentative, stack) {
  let place = null
  const snapshot = tentative.findLast(({ id, hook, callFrames: { frames } }) => {
    if (hook !== 'errorCreated') return false
    for (let i = 0; i < frames.length && i <= MAX_CONSTRUCTORS; i++) {
      if (!isSameStack(frames, i, stack)) continue
      place = frames[i]
      return native.isOnlyOfSite(id)
    }
    return false
  })
  return snapshot === null || place === null ? null : withoutConstructors(snapshot, place)
}

/**
 * @param {import('../collector').Context} context
 * @param {Snapshot} snapshot
 * @param {unknown} value
 * @param {boolean} isItsOwn
 * @returns {Snapshot} with those awaiting functions only to which the value came
 */
function withConfirmed ({ native }, snapshot, value, isItsOwn) {
  if (native === null || snapshot.awaiting.length === 0) return snapshot
  return { ...snapshot, awaiting: confirmed(native, snapshot.awaiting, value, isItsOwn) }
}

/**
 * An error without a place of its own, such as those of the operating system, or of a place where many were made: a function to which it came
 * waited for what ran when something was captured. Whether it was this error isn't known, so nothing but those who waited is shown.
 * @param {import('../collector').Context} context
 * @param {unknown} value
 * @returns {Snapshot | null}
 */
function findAwaiting (context, value) {
  /** @type {Snapshot | null} */
  let waiting = null
  context.tentative.findLast(snapshot => {
    if (snapshot.hook !== 'errorCreated') return false
    const { awaiting, callFrames, ...rest } = withConfirmed(context, snapshot, value, false)
    if (awaiting.length > 0) waiting = { ...rest, awaiting, callFrames: { frames: [], omittedAfter: 0, omitted: 0 } }
    return waiting !== null
  })
  return waiting
}

/**
 * @param {import('./snapshot').CapturedFrame[]} frames
 * @param {number} from
 * @param {import('../dump/format').StackFrame[]} stack
 * @returns {boolean} whether the stack begins with these frames, as many as make a site
 */
function isSameStack (frames, from, stack) {
  let i = 0
  for (; i < SITE_FRAMES && i < stack.length && !stack[i].async; i++) {
    const frame = frames[from + i]
    if (frame === undefined || frame.lineNumber !== stack[i].lineNumber || frame.columnNumber !== stack[i].columnNumber) return false
    if (scriptPath(frame.url) !== scriptPath(stack[i].url)) return false
  }
  return i > 0
}

module.exports = { addByStack, findSnapshots }

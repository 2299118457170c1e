'use strict'
// A reported value -> the captures of that very value.

const { describeReported } = require('./error-text')
const { withoutConstructors } = require('./order-snapshots')
const { scriptPath } = require('./script-path')

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 */

/** Further in than this stands no frame of the error's own stack: only constructors do. */
const MAX_CONSTRUCTORS = 7

/**
 * @param {import('../collector').Context} context
 * @param {unknown} value
 * @param {boolean} fromPromise a throw can't be meant
 * @returns {{ snapshots: Snapshot[], match: import('../dump/format').CaptureInfo['match'], rationed: boolean }}
 */
function findSnapshots ({ native, pauses, tentative }, value, fromPromise) {
  const found = pauses?.find(value) ?? native?.findCapture(value, fromPromise) ?? null
  /** @type {Snapshot[]} */
  const snapshots = []
  if (found === null) return { snapshots, match: null, rationed: false }
  const ids = [found.primary, found.secondary]
  for (let i = 0; i < ids.length; i++) {
    const snapshot = ids[i] === 0 ? null : tentative.find(ids[i])
    if (snapshot !== null) snapshots[snapshots.length] = withoutConstructors(snapshot, found)
  }
  let { match } = found
  const made = native === null || hasConstruction(snapshots) ? null : findConstruction(native, tentative, value)
  if (made !== null) {
    snapshots[snapshots.length] = made
    match ??= 'site'
  }
  return { snapshots, match, rationed: found.rationed && snapshots.length === 0 }
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
 * @param {unknown} value
 */
function findConstruction (native, tentative, value) {
  const top = describeReported(value).stack?.[0]
  if (top === undefined || top.async) return null
  let place = null
  const snapshot = tentative.findLast(({ id, hook, callFrames: { frames } }) => {
    if (hook !== 'errorCreated') return false
    for (let i = 0; i < frames.length && i <= MAX_CONSTRUCTORS; i++) {
      const { lineNumber, columnNumber, url } = frames[i]
      if (lineNumber !== top.lineNumber || columnNumber !== top.columnNumber || scriptPath(url) !== scriptPath(top.url)) continue
      place = frames[i]
      return native.isOnlyOfSite(id)
    }
    return false
  })
  return snapshot === null || place === null ? null : withoutConstructors(snapshot, place)
}

module.exports = { findSnapshots }

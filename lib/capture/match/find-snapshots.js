'use strict'
// A reported value -> the captures of that very value.

const { confirmed } = require('./confirm-awaiting')
const { nativeSnapshot } = require('../snapshot/native-snapshot')
const { withoutConstructors } = require('./order-snapshots')

/**
 * @typedef {import('../types').FoundSnapshots} FoundSnapshots
 * @typedef {import('../types').Snapshot} Snapshot
 */

/**
 * V8 formats an error's stack when it is read first, keeps the text, and forgets where the error was made
 * (test/workarounds/stack-formatted-once.js, Node.js 20 to 26). This runs before the handlers of the application, so it
 * does not read the stack.
 *
 * @param {import('../types').Context} context
 * @param {unknown} value
 * @param {boolean} fromPromise a throw can't be meant
 * @returns {FoundSnapshots}
 */
function findSnapshots (context, value, fromPromise) {
  const { captures: { pauses }, native } = context
  context.redactor() // what has become secret since the captures is hidden in them now
  const found = pauses?.find(value) ?? native?.findCapture(value, fromPromise) ?? null
  return found === null
    ? { snapshots: [], match: null }
    : { snapshots: snapshotsOf(context, found, value), match: found.match, rationed: found.rationed }
}

/**
 * @param {import('../types').Context} context
 * @param {unknown} error that the reported one stands on
 * @returns {FoundSnapshots}
 */
function findCauseSnapshots (context, error) {
  const found = context.captures.pauses?.find(error) ?? context.native?.findCauseCapture(error) ?? null
  return found === null
    ? { snapshots: [], match: null }
    : { snapshots: snapshotsOf(context, found, error), match: found.match }
}

/**
 * @param {import('../types').Context} context
 * @param
 *   {Pick<import('../../addon/native-types').FoundCaptures, 'primary' | 'secondary'>
 *     & Partial<import('../../addon/native-types').FoundCaptures>}
 *   found
 * @param {unknown} value
 * @returns {Snapshot[]}
 */
function snapshotsOf (context, found, value) {
  const { captures: { tentative }, native } = context
  /** @type {Snapshot[]} */
  const snapshots = []
  const ids = [found.primary, found.secondary]
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === 0) continue
    const snapshot = tentative.find(ids[i]) ?? (native === null ? null : nativeSnapshot(native, ids[i]))
    if (snapshot !== null) {
      snapshots[snapshots.length] = withConfirmed(context, withoutConstructors(snapshot, found), value)
    }
  }
  return snapshots
}

/**
 * @param {import('../types').Context} context
 * @param {Snapshot} snapshot
 * @param {unknown} value
 * @returns {Snapshot} with those awaiting functions only to which the value came
 */
function withConfirmed ({ native }, snapshot, value) {
  if (native === null || snapshot.awaiting.length === 0) return snapshot
  return { ...snapshot, awaiting: confirmed(native, snapshot.awaiting, value) }
}

module.exports = { findCauseSnapshots, findSnapshots }

'use strict'
// Two captures of one error -> which shows the throw, and what the other one is to it.

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 * @typedef {{ snapshot: Snapshot, role: 'awaiting' | 'created' | null }} OrderedSnapshot role of its frames; null for those of the throw
 */

/**
 * An error can be captured when it is created and again when it is thrown or when a promise is rejected with it. Mostly
 * both show the same functions and the first is enough. When they don't, either the error was made earlier and thrown
 * here, or the second shows a function that awaited what failed.
 *
 * @param {Snapshot[]} snapshots one or two
 * @returns {OrderedSnapshot[]} the throw first
 */
function orderSnapshots (snapshots) {
  if (snapshots.length === 0) return []
  const first = snapshots[0]
  const second = snapshots[1]
  if (second === undefined) return [{ snapshot: first, role: null }]
  const created = first.hook === 'errorCreated' ? first : second
  const later = first.hook === 'errorCreated' ? second : first
  // At the throw itself there is more to see: the limits are wider there.
  if (sharesFunction(created, later)) return [{ snapshot: later.hook === 'uncaught' ? later : created, role: null }]
  // A rejection travels up through what awaits it within one turn of the event loop.
  if (later.hook === 'promiseReject' && later.loopIteration === created.loopIteration) return [{ snapshot: created, role: null }, { snapshot: later, role: 'awaiting' }]
  return [{ snapshot: later, role: null }, { snapshot: created, role: 'created' }]
}

/**
 * @param {Snapshot} a
 * @param {Snapshot} b
 */
function sharesFunction (a, b) {
  for (let i = 0; i < a.callFrames.frames.length; i++) {
    for (let j = 0; j < b.callFrames.frames.length; j++) {
      const one = a.callFrames.frames[i]
      const other = b.callFrames.frames[j]
      if (!one.internal && one.functionKey === other.functionKey) return true
    }
  }
  return false
}

module.exports = { orderSnapshots }

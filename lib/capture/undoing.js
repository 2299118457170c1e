'use strict'
// What has to be undone even where V8 ends all JavaScript that runs, as it does when a time limit of node:vm is over: no `finally` runs then.

/** @type {(() => void)[]} */
const pending = []

/**
 * @template T
 * @param {() => T} work
 * @param {() => void} undo called after the work, or by undoAll(); throws nothing
 * @returns {T}
 */
function andThenUndo (work, undo) {
  const level = pending.length
  pending[level] = undo
  try {
    return work()
  } finally {
    pending.length = level
    undo()
  }
}

/**
 * The errors that are made by the way are none of the application's: nobody wants to see captures of them.
 *
 * @template T
 * @param {import('../native').Native | null} native
 * @param {() => T} work
 * @returns {T}
 */
function withoutThrowHooks (native, work) {
  if (native === null) return work()
  native.suspendThrowHooks(true)
  return andThenUndo(work, () => native.suspendThrowHooks(false))
}

/**
 * To be called when V8 has ended a capture.
 * @returns {void}
 */
function undoAll () {
  while (pending.length > 0) {
    const undo = pending[pending.length - 1]
    pending.length--
    undo()
  }
}

module.exports = { andThenUndo, undoAll, withoutThrowHooks }

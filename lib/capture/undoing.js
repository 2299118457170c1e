'use strict'
// What has to be undone even where V8 ends all JavaScript that runs, as it does when a time limit of node:vm is over: no `finally` runs then.

const { ObjectCreate } = require('./primordials')

/** By index. No array, which would inherit what the application has put on Array.prototype. @type {Record<number, () => void>} */
const pending = ObjectCreate(null)
let count = 0

/**
 * V8 ends JavaScript where a function is entered or a loop goes on, in these two functions, too.
 *
 * @template T
 * @param {() => T} work begins what is to be undone: what was begun before may stay
 * @param {() => void} undo called after the work, or by undoAll(); throws nothing, and may be called twice, or before the work has begun
 * @returns {T}
 */
function andThenUndo (work, undo) {
  const level = count
  pending[level] = undo
  count = level + 1
  try {
    return work()
  } finally {
    undo()
    count = level
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
  return andThenUndo(() => {
    native.suspendThrowHooks(true)
    return work()
  }, () => native.suspendThrowHooks(false))
}

/**
 * To be called when V8 has ended a capture.
 * @returns {void}
 */
function undoAll () {
  while (count > 0) {
    const undo = pending[count - 1]
    undo()
    count--
  }
}

module.exports = { andThenUndo, undoAll, withoutThrowHooks }

'use strict'
// Who waits for whom among the suspended functions of a dump.

/** @typedef {import('../dump/reader').Dump} Dump */
/** @typedef {import('../dump/format').AsyncTaskRecord} AsyncTaskRecord */

/**
 * The functions that wait for a task, and those that wait for them in turn: the nearest first, each once. Where several wait for one, the
 * first is followed.
 * @param {Dump} dump
 * @returns {(task: AsyncTaskRecord) => AsyncTaskRecord[]}
 */
function taskWaiters (dump) {
  /** @type {Map<string, AsyncTaskRecord>} taskId -> the first that awaits it */
  const waiters = new Map()
  for (const waiter of dump.asyncTasks) {
    for (const { taskId } of waiter.awaits ?? []) if (taskId !== undefined && !waiters.has(taskId)) waiters.set(taskId, waiter)
  }
  return (task) => {
    /** @type {AsyncTaskRecord[]} */
    const found = []
    const seen = new Set([task])
    for (let next = waiters.get(task.taskId); next !== undefined && !seen.has(next); next = waiters.get(next.taskId)) {
      found.push(next)
      seen.add(next)
    }
    return found
  }
}

module.exports = { taskWaiters }

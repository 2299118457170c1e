'use strict'
// Finds the module whose top-level await is pending, and the functions that it waits for.

const { ObjectCreate } = require('../../safe/primordials')

/** @typedef {import('./find').FoundTask} FoundTask */

/** More functions than this do not wait for each other, except in a recursion. */
const MAX_CHAIN = 50

/**
 * @param {FoundTask[]} tasks
 * @returns {FoundTask[]} the innermost function first, the module last; empty if no module is pending. If several are,
 *   the one whose await leads to most functions, because the others often wait for that one
 */
function pendingModule (tasks) {
  /** @type {Record<string, FoundTask>} */
  const byId = ObjectCreate(null)
  for (let i = 0; i < tasks.length; i++) byId[tasks[i].taskId] = tasks[i]
  /** @type {FoundTask[]} */
  let longest = []
  for (let i = 0; i < tasks.length; i++) {
    if (!isPendingModule(tasks[i])) continue
    const chain = awaitedBy(tasks[i], byId)
    if (chain.length > longest.length) longest = chain
  }
  const innermostFirst = []
  for (let i = 0; i < longest.length; i++) innermostFirst[i] = longest[longest.length - 1 - i]
  return innermostFirst
}

/**
 * @param {FoundTask} task
 * @returns {boolean} true if it is the top level of a module that has begun: V8 suspends it like a function, but its
 *   function is no async function and no generator. A module that waits for its imports has not begun
 */
function isPendingModule ({ place, continuation }) {
  return place !== undefined && place.taskType === undefined && !place.functionName && continuation > 0
}

/**
 * @param {FoundTask} module
 * @param {Record<string, FoundTask>} byId
 * @returns {FoundTask[]} the module, and each function that the one before it waits for
 */
function awaitedBy (module, byId) {
  const chain = [module]
  const seen = ObjectCreate(null)
  for (let i = 0; i < chain.length && i < MAX_CHAIN; i++) {
    seen[chain[i].taskId] = true
    const awaits = chain[i].awaits ?? []
    for (let n = 0; n < awaits.length && chain.length === i + 1; n++) {
      const { taskId } = awaits[n]
      if (taskId !== undefined && taskId in byId && !(taskId in seen)) chain[i + 1] = byId[taskId]
    }
  }
  return chain
}

module.exports = { pendingModule }

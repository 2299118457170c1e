'use strict'
// A stack of a known height: what a capture costs depends on it.

const FRAMES = 20

/**
 * @template T
 * @param {number} depth
 * @param {() => T} action
 * @returns {T}
 */
function descend (depth, action) {
  const level = { depth, name: `level ${depth}` }
  return level.depth > 0 ? descend(depth - 1, action) : action()
}

/**
 * @param {number} own frames of the action, from the function that makes the error to the one that is called here
 * @param {number} beneath frames from the caller of this function on
 * @returns {<T>(action: () => T) => T} calls it on a stack of FRAMES in all
 */
function atHeight (own, beneath) {
  // One of them is the function that is returned, and descend() is there once more than it calls itself.
  const deeper = FRAMES - own - beneath - 2
  return action => descend(deeper, action)
}

/**
 * @returns {number} frames on the stack of the caller, itself among them; V8 takes this for an error, so not while
 *   these are counted
 */
function height () {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 2 * FRAMES
  const holder = { stack: '' }
  Error.captureStackTrace(holder, height)
  const { length } = holder.stack.split('\n').slice(1)
  Error.stackTraceLimit = limit
  return length
}

module.exports = { FRAMES, atHeight, height }

'use strict'
// Makes a stack of a known height, because the cost of a capture depends on the height.

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
 * @param {number} own frames of the action, from the function that makes the error to the one that atHeight() calls
 * @param {number} beneath frames from the caller of this function on
 * @returns {<T>(action: () => T) => T} calls the action on a stack of FRAMES frames
 */
function atHeight (own, beneath) {
  // One further frame is the returned function, and descend() has one frame more than it calls itself.
  const deeper = FRAMES - own - beneath - 2
  return action => descend(deeper, action)
}

/**
 * @returns {number} number of frames on the stack, from the caller of this function on; V8 reports this call as the
 *   construction of an error, so it must not run while errors are counted
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

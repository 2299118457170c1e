'use strict'
// V8 shows an async function that is rejected in turn, because what it awaited failed, at its end. Where it awaited is known
// from the error's own stack, or from the function's text when there is only one place.

const { RegExpExec, StringIndexOf, StringSlice } = require('./primordials')
const { scriptPath } = require('./script-path')

/**
 * @typedef {import('./snapshot').Snapshot} Snapshot
 * @typedef {import('./call-frames').CapturedFrame} CapturedFrame
 * @typedef {import('../dump/format').StackFrame} StackFrame
 * @typedef {{ lineNumber: number, columnNumber: number }} Place
 */

/** What stands at the end of a function: a call of reject() and a `throw` begin with a letter. */
const END_OF_FUNCTION = /^[\s})\],;]|^$/
const AWAIT = /\bawait\b/

/**
 * Whether the innermost function of a capture was rejected by what it awaited, and threw nothing itself.
 * @param {Snapshot} snapshot
 * @param {readonly StackFrame[]} stack of the error
 */
function hasAwaited ({ hook, callFrames: { frames }, scripts }, stack) {
  if (hook !== 'promiseReject' || frames.length === 0) return false
  if (inStack(frames[0], stack) !== null) return true
  const source = scripts[frames[0].scriptId]?.source
  return source !== undefined && RegExpExec(END_OF_FUNCTION, StringSlice(source, offsetOf(source, frames[0]), offsetOf(source, frames[0]) + 1)) !== null
}

/**
 * @param {Snapshot} snapshot
 * @param {readonly StackFrame[]} stack of the error
 * @returns {Place | null} where its innermost function awaited, null when that is not known
 */
function awaitPosition (snapshot, stack) {
  if (!hasAwaited(snapshot, stack)) return null
  const frame = snapshot.callFrames.frames[0]
  return inStack(frame, stack) ?? onlyAwait(frame, snapshot.scripts[frame.scriptId]?.source)
}

/**
 * @param {CapturedFrame} frame
 * @param {readonly StackFrame[]} stack
 * @returns {Place | null}
 */
function inStack ({ functionName, url }, stack) {
  for (let i = 0; i < stack.length; i++) {
    if (stack[i].async && stack[i].functionName === functionName && scriptPath(stack[i].url) === scriptPath(url)) return stack[i]
  }
  return null
}

/**
 * @param {CapturedFrame} frame
 * @param {string | undefined} source
 * @returns {Place | null}
 */
function onlyAwait (frame, source) {
  if (source === undefined) return null
  const start = offsetOf(source, { lineNumber: frame.startLine, columnNumber: frame.startColumn })
  const text = StringSlice(source, start, offsetOf(source, frame))
  const first = RegExpExec(AWAIT, text)
  if (first === null || RegExpExec(AWAIT, StringSlice(text, first.index + 5)) !== null) return null
  return placeOf(source, start + first.index)
}

/**
 * @param {string} source
 * @param {Place} place
 */
function offsetOf (source, { lineNumber, columnNumber }) {
  let start = 0
  for (let line = 0; line < lineNumber; line++) start = StringIndexOf(source, '\n', start) + 1
  return start + columnNumber
}

/**
 * @param {string} source
 * @param {number} offset
 * @returns {Place}
 */
function placeOf (source, offset) {
  let lineNumber = 0
  let start = 0
  for (let end = StringIndexOf(source, '\n'); end !== -1 && end < offset; end = StringIndexOf(source, '\n', start)) {
    lineNumber++
    start = end + 1
  }
  return { lineNumber, columnNumber: offset - start }
}

module.exports = { awaitPosition, hasAwaited }

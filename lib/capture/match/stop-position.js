'use strict'
// Finds the position where a rejected async function stopped. V8 shows the function at its end, unless the `throw` is
// the last thing in it (test/workarounds/rejected-at-its-end.js, Node.js 20 to 26). The position is taken from the
// error's own stack, or from the function's text if there is only one possible place.

const { RegExpExec, StringSlice, StringStartsWith } = require('../../safe/primordials')
const { fileURLToPath } = require('../../safe/node-builtins')

/**
 * @typedef {import('../types').Snapshot} Snapshot
 * @typedef {import('../types').CapturedFrame} CapturedFrame
 * @typedef {import('../../../packages/shared/dump/terms').StackFrame} StackFrame
 * @typedef {{ lineNumber: number, columnNumber: number }} Place
 */

/** The character at the end of a function. At a call of reject() there is a letter instead. */
const END_OF_FUNCTION = /^[\s})\],;]|^$/
const AWAIT = /\bawait\b/
const THROW = /\bthrow\b/

/**
 * @param {Snapshot} snapshot
 * @param {readonly StackFrame[]} stack of the error
 * @returns {{ hasAwaited: boolean } | null} hasAwaited: the innermost function was rejected because of what it awaited,
 *   and threw nothing itself. Null unless V8 shows a rejected function at its end, where it has left all blocks
 */
function howRejected (snapshot, stack) {
  const text = functionText(snapshot)
  if (text === null || !text.isWhole) return null
  const awaits = awaitsInStack(snapshot.callFrames.frames[0], stack) !== null
  return { hasAwaited: awaits || RegExpExec(THROW, text.text) === null }
}

/**
 * @param {Snapshot} snapshot
 * @returns {boolean} false if the innermost function throws nothing up to its position, and not there
 */
function mayThrow (snapshot) {
  const text = functionText(snapshot)
  if (text === null) return true
  const { source, start, text: { length } } = text
  return RegExpExec(THROW, StringSlice(source, start, start + length + 'throw'.length)) !== null
}

/**
 * Finds the position where the innermost function of a capture stopped.
 * @param {Snapshot} snapshot
 * @param {readonly StackFrame[]} stack of the error
 * @param {boolean} isError the value has a stack; if the function is not in that, it did not throw
 * @returns {Place | null} null when V8's position is right, or nothing better is known
 */
function stopPosition (snapshot, stack, isError) {
  const text = functionText(snapshot)
  if (text === null || !text.isWhole) return null
  const frame = snapshot.callFrames.frames[0]
  const known = awaitsInStack(frame, stack) ?? madeInside(frame, stack)
  if (known !== null) return known
  const thrown = isError ? null : onlyPlace(text, THROW)
  if (thrown !== null) return thrown
  return RegExpExec(THROW, text.text) === null ? onlyPlace(text, AWAIT) : null
}

/**
 * @param {Snapshot} snapshot
 * @returns {{ source: string, start: number, text: string, isWhole: boolean } | null} text of the innermost function up
 *   to where V8 shows it, and where it starts in the source; isWhole: that is at its end. Null if it is not known
 */
function functionText ({ hook, callFrames: { frames }, scripts }) {
  if (hook !== 'promiseReject' || frames.length === 0) return null
  const frame = frames[0]
  const source = scripts[frame.scriptId]?.source
  if (source === undefined) return null
  const end = offsetOf(source, frame)
  const isWhole = RegExpExec(END_OF_FUNCTION, StringSlice(source, end, end + 1)) !== null
  const start = offsetOf(source, { lineNumber: frame.startLine, columnNumber: frame.startColumn })
  return { source, start, text: StringSlice(source, start, end), isWhole }
}

/**
 * @param {CapturedFrame} frame
 * @param {readonly StackFrame[]} stack
 * @returns {Place | null}
 */
function awaitsInStack ({ functionName, url }, stack) {
  for (let i = 0; i < stack.length; i++) {
    if (stack[i].async && stack[i].functionName === functionName && scriptPath(stack[i].url) === scriptPath(url)) {
      return stack[i]
    }
  }
  return null
}

/**
 * @param {CapturedFrame} frame
 * @param {readonly StackFrame[]} stack
 * @returns {Place | null}
 */
function madeInside ({ url, startLine, startColumn, lineNumber, columnNumber }, stack) {
  for (let i = 0; i < stack.length; i++) {
    const place = stack[i]
    const begins = place.lineNumber > startLine || (place.lineNumber === startLine && place.columnNumber >= startColumn)
    const ends =
      place.lineNumber < lineNumber || (place.lineNumber === lineNumber && place.columnNumber <= columnNumber)
    if (begins && ends && scriptPath(place.url) === scriptPath(url)) return place
  }
  return null
}

/**
 * @param {{ source: string, start: number, text: string }} functionText
 * @param {RegExp} word
 * @returns {Place | null} of the word; null when it occurs more than once, or not at all
 */
function onlyPlace ({ source, start, text }, word) {
  const first = RegExpExec(word, text)
  if (first === null || RegExpExec(word, StringSlice(text, first.index + 5)) !== null) return null
  return placeOf(source, start + first.index)
}

/**
 * @param {string} source
 * @param {Place} place
 */
function offsetOf (source, { lineNumber, columnNumber }) {
  let start = 0
  for (let line = 0; line < lineNumber; line++) start = nextLine(source, start)
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
  for (let next = nextLine(source, 0); next <= offset && next > start; next = nextLine(source, start)) {
    lineNumber++
    start = next
  }
  return { lineNumber, columnNumber: offset - start }
}

/**
 * V8 counts the line terminators of the language, also those within a text
 * (test/workarounds/line-ends-in-texts.js, Node.js 20 to 26).
 * @param {string} source
 * @param {number} from
 * @returns {number} where the next line begins; the end of the source when there is none
 */
function nextLine (source, from) {
  for (let i = from; i < source.length; i++) {
    const unit = source[i]
    if (unit === '\n' || unit === '\u2028' || unit === '\u2029' || (unit === '\r' && source[i + 1] !== '\n')) {
      return i + 1
    }
  }
  return source.length
}

/**
 * Makes a path of a script's URL, so that the two can be compared: V8's debugger names a CommonJS module by a file URL,
 * and an error's stack by its path (test/workarounds/debugger-file-url.js, Node.js 20 to 26).
 * @param {string} url of a script
 * @returns {string} the path for a file URL, else the URL
 */
function scriptPath (url) {
  if (!StringStartsWith(url, 'file:')) return url
  try {
    return fileURLToPath(url)
  } catch {
    return url // for example a file URL with a host
  }
}

module.exports = { howRejected, mayThrow, stopPosition, scriptPath }

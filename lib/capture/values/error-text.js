'use strict'
// Makes the description of a reported value from its texts: cuts long ones, and parses the stack.

const { Number, RegExpExec, StringIndexOf, StringSlice } = require('../../safe/primordials')
const { OVERLAP, keptOf } = require('../../redaction')
const { readError } = require('./read-error')

/**
 * @typedef {import('../../../packages/shared/dump/terms').StackFrame} StackFrame
 */

/**
 * @typedef {object} Described
 * @property {string} [className]
 * @property {string} [message]
 * @property {number} [messageLength] full length of a message that was cut
 * @property {string} description
 * @property {number} [descriptionLength] full length of a description that was cut
 * @property {StackFrame[]} [stack]
 */

// These are two patterns, because one for the whole line takes quadratic time for some lines that are no frames.
const FRAME_START = /^\s+at (async )?/
const FRAME_END = /:(\d+):(\d+)\)?$/
const FRAMES_BEGIN = '\n    at '

/** Number of lines of a stack that are parsed. A stack may be long: the application may set Error.stackTraceLimit. */
const MAX_STACK_LINES = 200
const MAX_STACK_LINE = 8000

/** Default limit of a text in UTF-16 code units, which is enough to tell errors apart. */
const MAX_TEXT = 10_000

/** Number of UTF-16 code units of a message that are compared with the stack. */
const SAMPLE = 100

/**
 * Describes a value from its texts. Long texts are cut: a message may contain the whole output of a child process, and
 * must not take the place of everything else.
 * @param {import('./read-error').ReadError} read
 * @param {{ maxLength?: number, redact?: (text: string) => string }} [options] maxLength: in UTF-16 code units; redact:
 *   is called on a text before it is cut, since half a secret would not be recognised. A text that stays whole is not
 *   redacted here
 * @returns {Described}
 */
function describeRead (read, { maxLength = MAX_TEXT, redact = asItIs } = {}) {
  if (read.text !== null) {
    const { className, text } = read
    return { className, description: kept(text, maxLength, redact), descriptionLength: lengthOver(text, maxLength) }
  }
  const { className, isError, stack } = read
  const message = isError ? read.message : stack === undefined ? undefined : messageIn(stack)
  const messageLength = lengthOver(message, maxLength)
  const texts = { className, message: message && kept(message, maxLength, redact), messageLength }
  if (stack === undefined) {
    const head = texts.message ? `${className}: ` : className
    return {
      ...texts,
      description: head + (texts.message ?? ''),
      descriptionLength: messageLength && head.length + messageLength
    }
  }
  const framesAt = framesIn(stack, isError ? message : undefined)
  return {
    ...texts,
    description: keptStack(stack, framesAt, maxLength, redact),
    descriptionLength: lengthOver(stack, maxLength),
    stack: parseStack(stack, framesAt)
  }
}

/**
 * @param {unknown} value
 * @param {Parameters<typeof describeRead>[1]} [options]
 */
function describeReported (value, options) {
  return describeRead(readError(value), options)
}

/** @param {string} text */
function asItIs (text) {
  return text
}

/**
 * An object that is no error for V8 may have a stack: a DOMException (test/workarounds/dom-exception.js, Node.js 20),
 * or an object on which a library has called Error.captureStackTrace().
 * @param {string} stack
 * @returns {string} the message in its first line
 */
function messageIn (stack) {
  const line = firstLine(stack)
  const colon = StringIndexOf(line, ': ')
  return colon === -1 ? '' : StringSlice(line, colon + 2)
}

/** @param {string} text */
function firstLine (text) {
  const end = StringIndexOf(text, '\n')
  return end === -1 ? text : StringSlice(text, 0, end)
}

/**
 * @param {string} text
 * @param {number} maxLength
 * @param {(text: string) => string} redact
 * @returns {string} the text, or its redacted beginning
 */
function kept (text, maxLength, redact) {
  return text.length <= maxLength
    ? text
    : keptOf(redact(StringSlice(text, 0, maxLength + OVERLAP)), text.length, maxLength)
}

/**
 * Cuts a stack. The frames come after the message and are worth as much, so they get up to half of the length.
 * @param {string} stack
 * @param {number} framesAt
 * @param {number} maxLength
 * @param {(text: string) => string} redact
 */
function keptStack (stack, framesAt, maxLength, redact) {
  if (stack.length <= maxLength) return stack
  const framesLength = stack.length - framesAt
  const half = maxLength >> 1
  const head = kept(StringSlice(stack, 0, framesAt), maxLength - (framesLength < half ? framesLength : half), redact)
  return head + kept(StringSlice(stack, framesAt), maxLength - head.length, redact)
}

/**
 * @param {string | undefined} text
 * @param {number} maxLength
 * @returns {number | undefined} undefined for a text that stays whole
 */
function lengthOver (text, maxLength) {
  return text !== undefined && text.length > maxLength ? text.length : undefined
}

/**
 * Finds the frames in a stack. A message may contain lines that look like frames, such as the stack of another error.
 * @param {string} stack
 * @param {string | undefined} message
 * @returns {number} index where the frames begin; 0 when that is not known
 */
function framesIn (stack, message) {
  const start = StringIndexOf(stack, ': ') + 2
  const end = start + (message ?? '').length
  // If the message was changed after the error was made, the stack does not contain it.
  const isThere =
    message &&
    start > 1 &&
    StringSlice(stack, start, end < start + SAMPLE ? end : start + SAMPLE) === StringSlice(message, 0, SAMPLE)
  if (isThere && (end === stack.length || stack[end] === '\n')) return end
  const first = StringIndexOf(stack, FRAMES_BEGIN)
  return first === -1 ? 0 : first
}

/**
 * @param {string} stack
 * @param {number} framesAt
 * @returns {StackFrame[]}
 */
function parseStack (stack, framesAt) {
  const frames = []
  for (let from = framesAt, lines = 0; from >= 0 && from < stack.length && lines <= MAX_STACK_LINES; lines++) {
    const end = StringIndexOf(stack, '\n', from)
    const frame = parseLine(StringSlice(stack, from, end === -1 ? stack.length : end))
    if (frame !== null) frames[frames.length] = frame
    from = end === -1 ? -1 : end + 1
  }
  return frames
}

/**
 * @param {string} line
 * @returns {StackFrame | null} null when the line is no frame
 */
function parseLine (line) {
  const start = line.length > MAX_STACK_LINE ? null : RegExpExec(FRAME_START, line)
  const end = start === null ? null : RegExpExec(FRAME_END, line)
  if (start === null || end === null) return null
  const text = StringSlice(line, start[0].length, end.index)
  const nameEnd = StringIndexOf(text, ' (')
  return {
    functionName: nameEnd === -1 ? '' : StringSlice(text, 0, nameEnd),
    url: nameEnd === -1 ? text : StringSlice(text, nameEnd + 2),
    lineNumber: Number(end[1]) - 1,
    columnNumber: Number(end[2]) - 1,
    async: start[1] === undefined ? undefined : true
  }
}

module.exports = { describeReported }

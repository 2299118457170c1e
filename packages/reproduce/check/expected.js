'use strict'
// Tells how a reproduction must fail: the class, the message and the line of the crash.

const { isApplicationFrame } = require('crash-collector-inspect/crash/application-frames')
const { fileOf } = require('crash-collector-inspect/source/location')

/** Their functions stand in the stack in place of those of Node.js. */
const PRELOADS = { offline: require.resolve('./offline'), watched: require.resolve('./watch-connections') }

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */

/**
 * @typedef {object} Expected
 * @property {boolean} isError false for a thrown value that is no error: it has no stack
 * @property {string[]} names of the class, as the dump has it and as the stack begins
 * @property {string} message of an error; of another value, the text that Node.js prints
 * @property {boolean} isCut the message is only the beginning
 * @property {boolean} hasLine the stack of the error has a line of the application
 * @property {string} file of the application's innermost frame
 * @property {number[]} lines that count as the same one, from 1: in the stack, and in the code that ran
 */

/** @typedef {{ isError: boolean, className: string, names: string[], message: string, stack: string }} Actual */

/**
 * notProven: the test fails alike because of what could not be made anew
 * @typedef {'reproduced'|'sameValue'|'sameError'|'notProven'|'otherError'|'otherLine'|'noError'|'noEnd'|'notLoaded'}
 *   Verdict
 */

/**
 * @param {Dump} dump
 * @param {import('crash-collector-shared/dump/format').CallFrameRecord} [frame] counts if none is the application's
 * @returns {Expected}
 */
function expectedOf (dump, frame) {
  const { exception } = dump
  const stack = exception?.stack ?? []
  const thrown = stack.find(({ url }) => isApplicationFrame({ url, internal: url.startsWith('node:') }) && url !== '')
  const innermost = dump.callFrames.find(each => isApplicationFrame(each) && each.url !== '') ?? frame
  const file = fileOf(thrown?.url ?? innermost?.url ?? '')
  // In which call the stack is full depends on how much of it was in use before.
  const isFull = exception?.className === 'RangeError' && exception.message === 'Maximum call stack size exceeded'
  const places = stack.filter(each => each === thrown || (isFull && each.url === thrown?.url))
  const lines = [...places, ...(innermost === undefined ? [] : [innermost])].map(each => each.lineNumber + 1)
  return {
    isError: exception?.message !== undefined,
    names: exception === null ? [''] : namesOf(exception),
    message: exception === null ? '' : messageOf(exception),
    isCut: exception?.messageLength !== undefined,
    hasLine: thrown !== undefined,
    file,
    lines
  }
}

/**
 * @param {Dump} dump
 * @returns {Actual|null} what its process has thrown
 */
function actualOf ({ exception }) {
  if (exception === null) return null
  const { className = '', description } = exception
  const isError = exception.message !== undefined
  return { isError, className, names: namesOf(exception), message: messageOf(exception), stack: description }
}

/** @param {import('crash-collector-shared/dump/format').ExceptionRecord} exception */
function namesOf ({ className = '', description }) {
  return [className, ...(/^[\w$]+(?=[:\n]| \[)/.exec(description) ?? [])]
}

/**
 * @param {import('crash-collector-shared/dump/format').ExceptionRecord} exception
 * @returns {string} its message; that of the stack if a getter makes the message, as in Zod
 */
function messageOf ({ message, description }) {
  if (message !== '') return message ?? description
  return /^[\w$]+: ([\s\S]*?)(?:\n {4}at |$)/.exec(description)?.[1] ?? ''
}

/**
 * @param {Expected} expected
 * @param {Actual|null} actual null: nothing was thrown
 * @param {{ testFile: string, codeFile: string|null }} files codeFile: the excerpt, whose lines are those of the script
 * @returns {Verdict}
 */
function verdictOf (expected, actual, { testFile, codeFile }) {
  if (actual === null) return 'noError'
  if (!expected.isError) return !actual.isError && actual.message === expected.message ? 'sameValue' : 'otherError'
  const sameMessage = expected.isCut
    ? actual.message.startsWith(expected.message.replace(/…$/, ''))
    : actual.message === expected.message
  const names = [actual.className, ...actual.names]
  if (!sameMessage || !expected.names.some(name => names.includes(name))) return 'otherError'
  const place = placeOf(actual, testFile)
  if (place === undefined) return expected.hasLine ? 'otherLine' : 'sameError'
  const isFile = codeFile !== null ? place.file === codeFile : baseName(place.file) === baseName(expected.file)
  return isFile && expected.lines.includes(place.line) ? 'reproduced' : 'otherLine'
}

/**
 * @param {Verdict} verdict
 * @returns {boolean} true if the test failed as the process did
 */
function isSame (verdict) {
  return verdict === 'reproduced' || verdict === 'sameValue' || verdict === 'sameError'
}

/** @param {string} file */
function baseName (file) {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
}

/**
 * @param {Actual} actual
 * @param {string} testFile
 * @returns {{ file: string, line: number }|undefined} the first line of the application in its stack
 */
function placeOf ({ stack }, testFile) {
  const own = [testFile, ...Object.values(PRELOADS)]
  return placesIn(stack).find(({ file }) => !own.includes(file) && isApplicationFrame({ url: file, internal: false }))
}

/**
 * @param {string} stack
 * @returns {{ file: string, line: number }[]} places in files
 */
function placesIn (stack) {
  return [...stack.matchAll(/^\s+at (?:.*? \()?((?:file:\/\/|\/|[A-Za-z]:\\).*?):(\d+):\d+\)?$/gm)].map(
    ([, url, line]) => ({ file: fileOf(url), line: Number(line) })
  )
}

module.exports = { PRELOADS, actualOf, expectedOf, isSame, messageOf, placeOf, verdictOf }

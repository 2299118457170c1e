'use strict'
// Describes a syntax error in typed text: V8's message, which users know, and the place in their text.

const vm = require('node:vm')
const acorn = require('acorn')

/** The beginning of the stack of V8's syntax errors: the place, the line, a mark below it, and the message. */
const REPORT = /^typed:(\d+)\n.*\n( *)\^+\n(?:.*\n)*?SyntaxError: (.*)/
const UNFINISHED = 'Unexpected end of input'
const MAX_COLUMNS = 200

/** @typedef {{ message: string, lineNumber: number, columnNumber: number }} Problem lines and columns count from 0 */

/**
 * @param {string} text an expression or statements
 * @param {SyntaxError} error of the parser that refused the text
 * @returns {string} `SyntaxError: …`, with the line of the text and a mark below it
 */
function describeSyntaxError (text, error) {
  const { message, lineNumber, columnNumber } = problemOf(text) ?? parserProblem(error)
  const line = text.split('\n')[lineNumber] ?? ''
  if (line.length > MAX_COLUMNS) return `SyntaxError: ${message}`
  const indent = line.slice(0, columnNumber).replace(/[^\t]/g, ' ')
  return `SyntaxError: ${message}\n  ${line}\n  ${indent}^`
}

/**
 * True if text may follow that completes the given one: a bracket, a string of several lines or a comment is open.
 * @param {string} text
 */
function isUnfinished (text) {
  return problemOf(text)?.message === UNFINISHED
}

/**
 * V8's opinion. Top-level `await` is allowed, as where the text will stand.
 * @param {string} text
 * @returns {Problem|undefined} undefined if V8 has no objection, or does not say where
 */
function problemOf (text) {
  const lines = text.split('\n')
  const stack = compilationError(text)
  if (stack === undefined) return undefined
  const [, line, indent, message] = REPORT.exec(stack) ?? []
  const lineNumber = Number(line) - 2
  // V8 complains about what stands after the text, or names no place.
  if ((message === undefined || lineNumber >= lines.length || /^missing \) after/.test(message)) && endsOpen(text)) {
    return { message: UNFINISHED, lineNumber: lines.length - 1, columnNumber: lines[lines.length - 1].length }
  }
  return message === undefined
    ? undefined
    : { message, lineNumber: Math.min(lineNumber, lines.length - 1), columnNumber: indent.length }
}

/** @param {string} text @returns {string|undefined} the stack of the error, if there is one */
function compilationError (text) {
  try {
    new vm.Script(`(async function () {\n${text}\n})`, { filename: 'typed' }) // eslint-disable-line no-new
  } catch (error) {
    return error instanceof Error ? error.stack : undefined
  }
}

/**
 * True if the parser fails only at the end of the text.
 * @param {string} text
 */
function endsOpen (text) {
  try {
    acorn.parse(text, { ecmaVersion: 'latest', allowAwaitOutsideFunction: true, allowReturnOutsideFunction: true })
    return false
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('pos' in error)) return false
    return Number(error.pos) >= text.trimEnd().length || /^Unterminated (?:template|comment)/.test(error.message)
  }
}

/**
 * @param {SyntaxError & { loc?: { line: number, column: number } }} error of acorn, which appends the place
 * @returns {Problem}
 */
function parserProblem ({ message, loc }) {
  return {
    message: message.replace(/ \(\d+:\d+\)$/, ''),
    lineNumber: (loc?.line ?? 1) - 1,
    columnNumber: loc?.column ?? 0
  }
}

module.exports = { describeSyntaxError, isUnfinished }

'use strict'
// Makes the key by which a dying process recognises that it dies as others have died before it. It is cheaper than the
// fingerprint of `list --group`, for which source maps and sources are read (docs/groups.md).

const { MathImul, StringCharCodeAt, StringStartsWith } = require('../../safe/primordials')

const MAX_FRAMES = 3
/** Number of UTF-16 code units of a message that count. */
const MAX_MESSAGE = 500

/** How many errors of a chain of causes count: an error that wraps others at one place may have any cause. */
const MAX_CAUSES = 3

/** @typedef {import('../values/error-text').Described} Described */

/**
 * @param {Pick<import('../types').Report, 'trigger' | 'exit'>} report
 * @param {Described | null} described the error
 * @param {import('../types').DescribedCause[]} causes an error before its own cause
 * @returns {string} equal for errors of the same class whose messages differ in words with digits only, whose innermost
 *   frames are the same, and whose causes agree in all of this; without an error, equal for the same exit code
 */
function crashKey ({ trigger, exit }, described, causes) {
  if (described === null) return hashOf(exit === undefined ? trigger : `${trigger} ${exit.code}`)
  let text = `${trigger}${textOf(described)}`
  for (let i = 0, of = 0, count = 0; i < causes.length && count < MAX_CAUSES; i++) {
    const { cause } = causes[i]
    // Those of an AggregateError may come in any order.
    if (cause.of !== of || cause.path !== 'cause') continue
    text += textOf(causes[i].described)
    of = cause.index
    count++
  }
  return hashOf(text)
}

/** @param {Described} error */
function textOf ({ className = '', message, description, stack = [] }) {
  let text = `\n${className}\n${withoutNumbers(message ?? description)}`
  for (let i = 0, frames = 0; i < stack.length && frames < MAX_FRAMES; i++) {
    const { functionName, url, lineNumber, columnNumber } = stack[i]
    if (StringStartsWith(url, 'node:')) continue
    text += `\n${functionName} ${url}:${lineNumber}:${columnNumber}`
    frames++
  }
  return text
}

/**
 * @param {string} message
 * @returns {string} with `0` in the place of each word that has a digit, such as an id
 */
function withoutNumbers (message) {
  let text = ''
  let word = ''
  let hasDigit = false
  for (let i = 0; i <= message.length && i < MAX_MESSAGE; i++) {
    const code = i < message.length ? StringCharCodeAt(message, i) : 0
    const isDigit = code >= 48 && code <= 57
    if (isDigit || isLetter(code)) {
      word += message[i]
      hasDigit ||= isDigit
    } else {
      text += (hasDigit ? '0' : word) + (message[i] ?? '')
      word = ''
      hasDigit = false
    }
  }
  return text + (hasDigit ? '0' : word)
}

/**
 * @param {number} code
 * @returns {boolean} also for `-` and `_`, which join the parts of an id, and for all that is not ASCII
 */
function isLetter (code) {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 45 || code === 95 || code > 127
}

/**
 * Two FNV-1a hashes of 32 bits. Nobody gains anything by a collision but one dump less.
 * @param {string} text
 * @returns {string} 16 hexadecimal digits
 */
function hashOf (text) {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let i = 0; i < text.length; i++) {
    const code = StringCharCodeAt(text, i)
    a = MathImul(a ^ code, 0x01000193)
    b = MathImul(b ^ code, 0x85ebca6b)
  }
  return hexOf(a) + hexOf(b)
}

/** @param {number} number of 32 bits */
function hexOf (number) {
  let text = ''
  for (let shift = 28; shift >= 0; shift -= 4) text += '0123456789abcdef'[(number >>> shift) & 15]
  return text
}

module.exports = { crashKey }

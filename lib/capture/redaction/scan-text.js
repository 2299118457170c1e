'use strict'
// One pass over a text that finds the places of all secrets in it: src/redactor_scanner.cc in JavaScript.

const { MathMin } = require('../primordials')
const { ALNUM, DIGIT, RUN, classAt, is, skipWhile, startsWith, startsWithNoCase } = require('./chars')
const { matchAssignment, matchUrlPassword } = require('./assignments')
const { matchCard } = require('./cards')
const { matchElement, matchOption, matchStatement, matchWholeCredentials } = require('./phrases')
const { MAX_RANDOM_LENGTH, MIN_RANDOM_LENGTH, isRandomRun } = require('./random')
const { matchAtColon, matchAtTilde, matchCrypt, matchDotted, matchHttpCredentials, matchJwt, matchMailchimp, matchPem } = require('./tokens')
const { unquotedValues } = require('./values')

/** @typedef {import('./tokens').Span} Span */

const MIN_SCANNED = 6
const MIN_NEIGHBOUR = 16

/**
 * @param {string} text
 * @param {{ classify: (name: string) => number, matchPrefix: (text: string, start: number) => number }} rules
 * @param {Span[]} spans takes the places, in no order and perhaps overlapping
 * @returns {void}
 */
function scanText (text, { classify, matchPrefix }, spans) {
  if (text.length < MIN_SCANNED) return
  let runStart = 0
  const unquotedValueAt = unquotedValues(text)
  const endRun = (/** @type {number} */ end) => {
    const start = runStart
    runStart = end + 1
    if (end < start + 23) return
    const known = matchDotted(text, start, end) ?? matchMailchimp(text, start, end)
    if (known !== null) spans[spans.length] = known
    else if (end - start >= MIN_RANDOM_LENGTH && isRandomRun(text, start, end)) spans[spans.length] = withNeighbours(text, start, end)
  }
  for (let i = 0; i < text.length;) {
    const kind = classAt(text, i)
    const word = (kind & ALNUM) !== 0
    if ((kind & RUN) === 0) endRun(i)
    const span = word ? matchWord(text, i, matchPrefix) : matchSign(text, i, classify, unquotedValueAt)
    if (span !== null) {
      if (runStart < span[0]) endRun(span[0])
      spans[spans.length] = span
      i = runStart = span[1]
    } else {
      i = word ? skipWhile(text, i, ALNUM) : i + 1
    }
  }
  endRun(text.length)
}

/**
 * @param {string} text
 * @param {number} start of a run
 * @param {number} end
 * @returns {Span} with what stands beyond a dot
 */
function withNeighbours (text, start, end) {
  let before = start
  if (start > 0 && text[start - 1] === '.') {
    before = start - 1
    while (before > 0 && start - before < MAX_RANDOM_LENGTH && is(text, before - 1, RUN)) before--
    if (start - 1 - before < MIN_NEIGHBOUR) before = start
  }
  let after = end
  if (text[end] === '.') {
    after = skipWhile(text, end + 1, RUN, MathMin(text.length, end + MAX_RANDOM_LENGTH))
    if (after - end - 1 < MIN_NEIGHBOUR) after = end
  }
  return [before, after]
}

/**
 * @param {string} text
 * @param {number} start of a word
 * @param {(text: string, start: number) => number} matchPrefix
 * @returns {Span | null}
 */
function matchWord (text, start, matchPrefix) {
  const whole = start === 0 ? matchWholeCredentials(text) : null
  if (whole !== null) return whole
  const first = text[start]
  if (first === 'e') {
    const end = matchJwt(text, start)
    if (end !== 0) return [start, end]
  } else if (first === 'b' || first === 'B') {
    const span = matchHttpCredentials(text, start)
    if (span !== null) return span
  } else if (first === 'p' || first === 'P' || first === 'i' || first === 'I') {
    const span = matchStatement(text, start)
    if (span !== null) return span
  }
  const prefixed = matchPrefix(text, start)
  if (prefixed !== 0) return [start, prefixed]
  if (!is(text, start, DIGIT)) return null
  const length = skipWhile(text, start, ALNUM) - start
  const card = length === 4 || (length >= 13 && length <= 19) ? matchCard(text, start) : 0
  return card === 0 ? null : [start, card]
}

/**
 * @param {string} text
 * @param {number} at
 * @param {(name: string) => number} classify
 * @param {import('./values').UnquotedValueAt} unquotedValueAt
 * @returns {Span | null}
 */
function matchSign (text, at, classify, unquotedValueAt) {
  switch (text[at]) {
    case '=': return matchAssignment(text, at, 1, classify, unquotedValueAt)
    case '%': return startsWithNoCase(text, at, '%3d') ? matchAssignment(text, at, 3, classify, unquotedValueAt) : null
    case '>': return matchElement(text, at, classify)
    case ':':
      if (startsWith(text, '//', at + 1)) return matchUrlPassword(text, at)
      return matchAssignment(text, at, 1, classify, unquotedValueAt) ?? matchAtColon(text, at)
    case '-': return ending(at, matchPem(text, at)) ?? matchOption(text, at, classify)
    case '$': return ending(at, matchCrypt(text, at))
    case '~': return matchAtTilde(text, at)
    default: return null
  }
}

/**
 * @param {number} start
 * @param {number} end
 * @returns {Span | null}
 */
function ending (start, end) {
  return end === 0 ? null : [start, end]
}

module.exports = { MIN_SCANNED, scanText }

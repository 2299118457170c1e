'use strict'
// Secrets known by the words before them: src/redactor_phrases.cc in JavaScript.

const { MathMin } = require('../primordials')
const rules = require('./rules')
const { DIGIT, RUN, SPACE, is, isOneOf, skipWhile, slice, startsWith, startsWithNoCase } = require('./chars')
const { SENSITIVE } = require('./names')
const { MAX_NAME_BEFORE, MIN_QUOTED, findQuoteEnd, findUnquotedEnd, isLineEnd, isNameChar, isNoWord, isQuote } = require('./values')

/** @typedef {import('./tokens').Span} Span */
/** @typedef {(name: string) => number} Classify */

const MAX_ELEMENT = 512
const MIN_WHOLE_CREDENTIALS = 16

/**
 * @param {string} text
 * @param {number} quote
 * @returns {Span | null}
 */
function quoted (text, quote) {
  const end = findQuoteEnd(text, quote + 1, text[quote], false)
  return end - quote - 1 >= MIN_QUOTED ? [quote + 1, end] : null
}

/**
 * @param {string} text
 * @param {number} start of a word
 * @returns {Span | null}
 */
function matchStatement (text, start) {
  for (let i = 0; i < rules.QUOTED_AFTER.length; i++) {
    if (!startsWithNoCase(text, start, rules.QUOTED_AFTER[i])) continue
    const phraseEnd = start + rules.QUOTED_AFTER[i].length
    const quote = skipWhile(text, phraseEnd, SPACE, MathMin(text.length, phraseEnd + 3))
    return quote === phraseEnd || !isOneOf(text, quote, '\'"') ? null : quoted(text, quote)
  }
  return null
}

/**
 * @param {string} text
 * @param {number} at place of a dash
 * @param {Classify} classify
 * @returns {Span | null}
 */
function matchOption (text, at, classify) {
  if (!startsWith(text, '--', at) || (at > 0 && !is(text, at - 1, SPACE) && !isQuote(text, at - 1))) return null
  let end = at + 2
  while (end < text.length && end - at < MAX_NAME_BEFORE && isNameChar(text, end)) end++
  if (end + 1 >= text.length || text[end] !== ' ' || text[end + 1] === '-' || is(text, end + 1, SPACE)) return null
  if ((classify(slice(text, at, end)) & SENSITIVE) === 0) return null
  const start = end + 1
  if (isQuote(text, start)) return quoted(text, start)
  const valueEnd = findUnquotedEnd(text, start, text.length)
  if (valueEnd === start) return null
  const ends = valueEnd === text.length || isLineEnd(text, valueEnd) || startsWith(text, ' -', valueEnd)
  return ends || isNoWord(slice(text, start, valueEnd)) ? [start, valueEnd] : null
}

/**
 * @param {string} text
 * @param {number} at place of a `>`
 * @param {Classify} classify
 * @returns {Span | null}
 */
function matchElement (text, at, classify) {
  let start = at
  while (start > 0 && at - start < MAX_NAME_BEFORE && (isNameChar(text, start - 1) || text[start - 1] === ':')) start--
  if (at - start < 3 || start === 0 || text[start - 1] !== '<') return null
  if ((classify(slice(text, start, at)) & SENSITIVE) === 0) return null
  const limit = MathMin(text.length, at + MAX_ELEMENT)
  let end = at + 1
  while (end < limit && text[end] !== '<') end++
  return end > at + 1 && end < limit && skipWhile(text, at + 1, SPACE) < end ? [at + 1, end] : null
}

/**
 * @param {string} text
 * @returns {Span | null}
 */
function matchWholeCredentials (text) {
  for (let i = 0; i < rules.WHOLE_SCHEMES.length; i++) {
    if (!startsWithNoCase(text, 0, rules.WHOLE_SCHEMES[i])) continue
    const start = rules.WHOLE_SCHEMES[i].length
    let digit = false
    for (let k = start; k < text.length; k++) {
      if (!is(text, k, RUN) && !isOneOf(text, k, '.~=:')) return null
      digit ||= is(text, k, DIGIT)
    }
    return digit && text.length - start >= MIN_WHOLE_CREDENTIALS ? [start, text.length] : null
  }
  return null
}

module.exports = { matchStatement, matchOption, matchElement, matchWholeCredentials }

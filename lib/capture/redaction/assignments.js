'use strict'
// Secrets known by the name before them within a text, and the passwords in URLs: src/redactor_assignments.cc in
// JavaScript.

const rules = require('./rules')
const { ALNUM, DIGIT, HEX, LOWER, SPACE, UPPER, is, isOneOf, skipWhile, slice, startsWith, startsWithNoCase } = require('./chars')
const { SENSITIVE, SENSITIVE_CONTENTS, SENSITIVE_NUMBERS, normaliseName } = require('./names')
const { MAX_RANDOM_LENGTH, looksLikeSecret } = require('./random')
const {
  LITERALS, MAX_NAME_BEFORE, MIN_QUOTED, findBracketEnd, findQuoteEnd, findUnquotedEnd, isLineEnd, isNameChar, isNoWord, isNumber, isQuote
} = require('./values')
const { ArrayIncludes, MathMin } = require('../primordials')

/** @typedef {import('./tokens').Span} Span */
/** @typedef {import('./values').UnquotedValueAt} UnquotedValueAt */
/** @typedef {{ text: string, start: number, quoted: boolean }} Name */

const MAX_AUTHORITY = 512
/**
 * @param {string} text
 * @param {number} at
 * @returns {Name} the one that ends before `at`
 */
function nameBefore (text, at) {
  let end = at
  while (end > 0 && at - end < 2 && text[end - 1] === ' ') end--
  let quoted = false
  if (end > 0 && isQuote(text, end - 1)) {
    quoted = true
    end--
    while (end > 0 && text[end - 1] === '\\') end--
  }
  if (end > 0 && text[end - 1] === ']') end--
  if (end > 2 && startsWithNoCase(text, end - 3, '%5d')) end -= 3
  if (end > 2 && startsWithNoCase(text, end - 3, '%22')) end -= 3
  let start = end
  while (start > 0 && end - start < MAX_NAME_BEFORE && isNameChar(text, start - 1)) start--
  // The `?` or `&` of an encoded URL.
  if (start > 0 && text[start - 1] === '%' && end - start > 2 && is(text, start, HEX) && is(text, start + 1, HEX)) start += 2
  return { text: slice(text, start, end), start, quoted }
}

/**
 * @param {string} text
 * @param {Name} name
 */
function isWholeLine (text, name) {
  let start = name.start
  if (start >= 7 && startsWith(text, 'export ', start - 7)) start -= 7
  if (start > 0 && !isLineEnd(text, start - 1)) return false
  for (let i = 0; i < name.text.length; i++) {
    if (!is(name.text, i, UPPER | DIGIT) && name.text[i] !== '_') return false
  }
  return true
}

/** @param {string} name */
function isCamelCase (name) {
  for (let i = 1; i < name.length; i++) {
    if (is(name, i, UPPER) && is(name, i - 1, LOWER)) return true
  }
  return false
}

/**
 * @param {string} text
 * @param {Name} name
 * @param {string} sign
 * @param {number} end
 */
function standsAlone (text, name, sign, end) {
  const lineEnds = end === text.length || isLineEnd(text, end)
  if (sign === '=') return lineEnds && !isCamelCase(name.text)
  return lineEnds || !is(text, end, SPACE)
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Name} name
 * @returns {Span | null}
 */
function matchSetCookie (text, at, name) {
  if (name.quoted || name.text === '' || name.start + name.text.length !== at) return null
  if (name.start > 0 && !isLineEnd(text, name.start - 1)) return null
  let end = at + 1
  while (end < text.length && text[end] !== ';' && !is(text, end, SPACE)) end++
  if (end === at + 1 || text[end] !== ';') return null
  const attribute = skipWhile(text, end + 1, SPACE)
  for (let i = 0; i < rules.COOKIE_ATTRIBUTES.length; i++) {
    if (startsWithNoCase(text, attribute, rules.COOKIE_ATTRIBUTES[i])) return [at + 1, end]
  }
  return null
}

/**
 * @param {string} text
 * @param {number} at place of a `=` or `:`, or of a `%3D`
 * @param {number} signLength of that
 * @param {(name: string) => number} classify
 * @param {UnquotedValueAt} unquotedValueAt
 * @returns {Span | null} place of the secret behind it
 */
function matchAssignment (text, at, signLength, classify, unquotedValueAt) {
  const sign = text[at] === '%' ? '=' : text[at]
  const name = nameBefore(text, at)
  const flags = name.text.length < 3 ? 0 : classify(name.text)
  if (flags === 0) return text[at] === '=' ? matchSetCookie(text, at, name) : null
  if (sign === ':' && ((name.start > 0 && text[name.start - 1] === '/') || startsWithNoCase(text, name.start - 11, 'unexpected '))) return null

  let start = at + signLength
  if (sign === '=' && text[start] === '>') start++
  const close = start
  while (start - close < 4 && (text[start] === ' ' || text[start] === '\t')) start++
  const apart = start > close
  if (start >= text.length || text[start] === '=' || (sign === ':' && text[start] === '/')) return null
  const sensitive = (flags & SENSITIVE) !== 0

  let quote = start
  while (quote - start < 4 && text[quote] === '\\') quote++
  let end
  if (isQuote(text, quote)) {
    end = findQuoteEnd(text, quote + 1, text[quote], quote > start)
    start = quote + 1
    if (end - start < MIN_QUOTED) return null
  } else if (sensitive && (text[start] === '[' || text[start] === '{')) {
    if (text[start] === '{' && (flags & SENSITIVE_CONTENTS) === 0) return null
    end = findBracketEnd(text, start)
  } else if (sensitive && sign === ':' && ArrayIncludes(rules.LINE_NAMES, normaliseName(name.text))) {
    end = start
    while (end < text.length && !isLineEnd(text, end) && !isQuote(text, end)) end++
  } else if (sensitive && sign === '=' && !apart && isWholeLine(text, name)) {
    end = start
    while (end < text.length && !isLineEnd(text, end)) end++
  } else {
    const found = sensitive ? unquotedValueAt(start) : undefined
    end = found?.end ?? findUnquotedEnd(text, start, MathMin(text.length, start + MAX_RANDOM_LENGTH + 1))
    const value = slice(text, start, end)
    if (ArrayIncludes(LITERALS, value)) return null
    if (isNumber(value) && value.length < 12 && (flags & SENSITIVE_NUMBERS) === 0) return null
    if (found !== undefined && (sign === ':' || apart) && !name.quoted && (found.hasBracket || !isNoWord(value))) {
      if (!apart || !standsAlone(text, name, sign, end)) return null
    }
  }
  if (end <= start || (!sensitive && !looksLikeSecret(slice(text, start, end)))) return null
  return [start, end]
}

/**
 * @param {string} text
 * @param {number} colon that of `://`
 * @returns {Span | null} place of the password in `user:password@`, or of the token in `token@`
 */
function matchUrlPassword (text, colon) {
  if (colon === 0 || !is(text, colon - 1, ALNUM)) return null
  const start = colon + 3
  const limit = MathMin(text.length, start + MAX_AUTHORITY)
  let at = -1
  let password = -1
  let slash = -1
  for (let i = start; i < limit; i++) {
    if (is(text, i, SPACE) || isOneOf(text, i, '"`<>') || (text[i] === '\'' && slash >= 0)) break
    if (isOneOf(text, i, '/?#')) {
      if (at >= 0 || password < 0 || password === i) break
      if (slash < 0 && isNumber(slice(text, password, i))) break
      if (slash < 0) slash = i
    } else if (text[i] === '@') {
      at = i
    } else if (text[i] === ':' && password < 0) {
      password = i + 1
    }
  }
  if (at < 0 || at === start) return null
  const from = password < 0 || password > at ? start : password
  if (from === at) return null
  return from !== start || looksLikeSecret(slice(text, start, at)) ? [from, at] : null
}

module.exports = { matchAssignment, matchUrlPassword }

'use strict'
// Secrets known by their own form: src/redactor_tokens.cc in JavaScript. Each function looks at one place of a text and
// returns where the secret that begins there ends, or 0, or its place as [start, end], or null.

const { MathMin, ObjectCreate } = require('../primordials')
const rules = require('./rules')
const {
  ALNUM, DASH_UNDER, DIGIT, HEX, LETTER, LOWER, PLUS_SLASH, RUN, SPACE, UPPER, indexOf, is, isOneOf, skipWhile, slice, startsWith, startsWithNoCase
} = require('./chars')
const { decodesToCredentials, decodesToText } = require('./random')

/** @typedef {readonly [start: number, end: number]} Span */
/** @typedef {readonly [prefix: string, alphabet: string, least: number, most: number]} TokenPrefix */

const MAX_PEM_LENGTH = 1 << 16
const MIXED_WITHIN = 64
const MAX_JWT_HEADER = 512
const HEX_DIGITS = 32
const SURE_PREFIX = 4

/** @type {Record<string, [kinds: number, others: string]>} */
const ALPHABETS = {
  w: [ALNUM, ''],
  u: [ALNUM | DASH_UNDER, ''],
  m: [ALNUM | DASH_UNDER, ''],
  b: [ALNUM | PLUS_SLASH, '='],
  t: [RUN, '.~=%'],
  i: [RUN, '.~*'],
  p: [ALNUM | DASH_UNDER, '/'],
  c: [RUN, '.=$,:'],
  h: [HEX, ''],
  U: [UPPER | DIGIT, ''],
  l: [LOWER | DIGIT, '']
}

/**
 * @param {string} text
 * @param {number} i
 * @param {string} alphabet
 */
function inAlphabet (text, i, alphabet) {
  const { 0: kinds, 1: others } = ALPHABETS[alphabet]
  return is(text, i, kinds) || isOneOf(text, i, others)
}

/** @param {string} text */
function isMixedOrHex (text) {
  let upper = false
  let lower = false
  let digit = false
  let hex = true
  for (let i = 0; i < text.length; i++) {
    upper ||= is(text, i, UPPER)
    lower ||= is(text, i, LOWER)
    digit ||= is(text, i, DIGIT)
    hex &&= is(text, i, HEX)
  }
  return digit && (hex || (upper && lower))
}

/**
 * @param {string} text
 * @param {number} start
 * @param {TokenPrefix} rule
 */
function matchPrefix (text, start, rule) {
  // By index: destructuring would run an iterator that the application may have replaced.
  const prefix = rule[0]
  const alphabet = rule[1]
  const least = rule[2]
  const most = rule[3]
  if (!startsWith(text, prefix, start)) return 0
  if ((alphabet === 'm' || prefix.length < SURE_PREFIX) && start > 0 && is(text, start - 1, DASH_UNDER)) return 0
  const body = start + prefix.length
  let end = body
  const skipTo = (/** @type {number} */ limit) => {
    while (end < text.length && end - body < limit && inAlphabet(text, end, alphabet)) end++
  }
  skipTo(alphabet === 'm' ? MIXED_WITHIN : least)
  if (end - body < least) return 0
  if (alphabet === 'm' && !isMixedOrHex(slice(text, body, end))) return 0
  skipTo(most === 0 ? text.length : most + 1)
  if (most !== 0 && end - body > most) return 0
  while (isOneOf(text, end - 1, '.:,%')) end--
  return end - body >= least ? end : 0
}

/**
 * @param {readonly string[]} own prefixes of the application's tokens
 * @returns {(text: string, start: number) => number}
 */
function createPrefixMatcher (own) {
  /** @type {Record<string, TokenPrefix[]>} by their first two characters, the longest first */
  const buckets = ObjectCreate(null)
  const add = (/** @type {TokenPrefix} */ rule) => {
    const bucket = buckets[rule[0][0] + rule[0][1]] ??= []
    bucket[bucket.length] = rule
  }
  for (let i = 0; i < own.length; i++) if (own[i].length >= 2) add([own[i], 't', 1, 0])
  for (let i = 0; i < longestFirst.length; i++) add(longestFirst[i])

  return (text, start) => {
    if (start + 8 > text.length) return 0
    const bucket = buckets[text[start] + text[start + 1]]
    if (bucket === undefined) return 0
    for (let i = 0; i < bucket.length; i++) {
      const end = matchPrefix(text, start, bucket[i])
      if (end !== 0) return end
    }
    return 0
  }
}

const longestFirst = [...rules.TOKEN_PREFIXES].sort((a, b) => b[0].length - a[0].length || (a[0] < b[0] ? -1 : 1))

/**
 * @param {string} text
 * @param {number} start
 */
function matchJwt (text, start) {
  if (!startsWith(text, 'eyJ', start)) return 0
  const inRun = start > 0 && is(text, start - 1, DASH_UNDER)
  const limit = inRun ? MathMin(text.length, start + MAX_JWT_HEADER) : text.length
  let end = skipWhile(text, start, ALNUM | DASH_UNDER, limit)
  if (end - start < 10) return 0
  let parts = 1
  while (parts < 5 && end < text.length && text[end] === '.') {
    const next = skipWhile(text, end + 1, ALNUM | DASH_UNDER)
    if (parts === 1 && next - end - 1 < 4 && next < text.length && text[next] !== '.') return 0
    end = next
    parts++
  }
  if (parts > 1) return end
  return end === text.length && decodesToText(slice(text, start, end), 24) && startsWith(text, 'eyJhbGci', start) ? end : 0
}

/**
 * @param {string} text
 * @param {number} start
 */
function matchPem (text, start) {
  if (!startsWith(text, '-----BEGIN ', start)) return 0
  const block = slice(text, start, start + MAX_PEM_LENGTH)
  const lastLine = indexOf(block, '-----END ')
  if (lastLine < 0) return text.length
  const dashes = indexOf(block, '-----', lastLine + 9)
  return dashes < 0 ? text.length : start + dashes + 5
}

/**
 * @param {string} text
 * @param {number} start
 */
function matchCrypt (text, start) {
  for (let i = 0; i < rules.CRYPT_SCHEMES.length; i++) {
    const dollar = start + 1 + rules.CRYPT_SCHEMES[i].length
    if (text[dollar] !== '$' || !startsWith(text, rules.CRYPT_SCHEMES[i], start + 1)) continue
    let end = dollar
    while (end < text.length && text[end] !== ':' && inAlphabet(text, end, 'c')) end++
    while (isOneOf(text, end - 1, '.,')) end--
    return end - start >= 30 ? end : 0
  }
  return 0
}

/**
 * @param {string} text
 * @param {number} start
 * @returns {Span | null}
 */
function matchHttpCredentials (text, start) {
  const bearer = startsWithNoCase(text, start, 'bearer')
  if (!bearer && !startsWithNoCase(text, start, 'basic')) return null
  const schemeEnd = start + (bearer ? 6 : 5)
  let body = skipWhile(text, schemeEnd, SPACE)
  if (body === schemeEnd && startsWith(text, '%20', body)) body += 3
  if (body === schemeEnd || body - schemeEnd > 3) return null
  // First, for it reads a few characters only, and one of these words may follow the other.
  if (!bearer && !decodesToCredentials(slice(text, body))) return null
  let end = body
  while (end < text.length && (is(text, end, RUN) || isOneOf(text, end, '.~=%|:'))) end++
  while (end > body && isOneOf(text, end - 1, '.:,')) end--
  if (!bearer) return end - body >= 4 ? [body, end] : null
  if (start === 0 && end === text.length) return end - body >= 3 ? [body, end] : null
  if (end - body < 6) return null
  for (let i = body; i < end; i++) {
    if (!is(text, i, LETTER) && text[i] !== '-') return [body, end]
  }
  return end - body >= 20 ? [body, end] : null
}

/**
 * @param {string} text
 * @param {number} colon
 * @returns {Span | null}
 */
function matchAtColon (text, colon) {
  if (!startsWith(text, 'AA', colon + 1)) return null
  let start = colon
  while (start > 0 && colon - start < 11 && is(text, start - 1, DIGIT)) start--
  const end = skipWhile(text, colon + 1, ALNUM | DASH_UNDER)
  return colon - start >= 8 && colon - start <= 10 && end - colon - 1 === 35 ? [start, end] : null
}

/**
 * @param {string} text
 * @param {number} tilde
 * @returns {Span | null}
 */
function matchAtTilde (text, tilde) {
  if (tilde < 5 || text[tilde - 1] !== 'Q' || !is(text, tilde - 2, DIGIT)) return null
  let end = tilde + 1
  while (end < text.length && end - tilde < 42 && (is(text, end, ALNUM | DASH_UNDER) || text[end] === '~' || text[end] === '.')) end++
  while (text[end - 1] === '.') end--
  return end - tilde - 1 >= 30 && end - tilde - 1 <= 40 ? [tilde - 5, end] : null
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {Span | null}
 */
function matchMailchimp (text, start, end) {
  if (end - start < HEX_DIGITS + 4 || end - start > HEX_DIGITS + 5) return null
  const known = skipWhile(text, start, HEX) === start + HEX_DIGITS && startsWith(text, '-us', start + HEX_DIGITS)
  return known && skipWhile(text, start + HEX_DIGITS + 3, DIGIT) === end ? [start, end] : null
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {Span | null}
 */
function matchDotted (text, start, end) {
  if (end - start < 23 || end - start > 30 || !is(text, start, UPPER) || end >= text.length || text[end] !== '.') return null
  const second = skipWhile(text, end + 1, ALNUM | DASH_UNDER)
  if (second - end - 1 !== 6 || second >= text.length || text[second] !== '.') return null
  const third = skipWhile(text, second + 1, ALNUM | DASH_UNDER)
  return third - second - 1 >= 27 && third - second - 1 <= 40 ? [start, third] : null
}

module.exports = { createPrefixMatcher, matchJwt, matchPem, matchCrypt, matchHttpCredentials, matchAtColon, matchAtTilde, matchDotted, matchMailchimp }

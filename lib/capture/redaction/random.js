'use strict'
// Whether characters are random: src/redactor_random.cc in JavaScript.

const rules = require('./rules')
const { ALNUM, DASH_UNDER, DIGIT, HEX, LOWER, RUN, UPPER, classAt, codeAt, indexOf, is, isOneOf, skipWhile, slice, startsWith, startsWithNoCase } = require('./chars')

const MIN_RANDOM_LENGTH = 32
const MAX_RANDOM_LENGTH = 512
const MIN_HASH = 8
const MIN_TRIMMED = 24

/**
 * @param {string} text
 * @param {number} i
 */
const letterAt = (text, i) => (codeAt(text, i) | 32) - 97

/** @type {Uint32Array} one bit for each letter that often follows */
const commonPairs = new Uint32Array(26)
rules.COMMON_PAIRS.forEach((followers, i) => {
  for (const follower of followers) commonPairs[i] |= 1 << (follower.charCodeAt(0) - 97)
})

/** @param {string} run */
function shapeOf (run) {
  const shape = { upper: 0, lower: 0, digits: 0, others: 0, pairs: 0, natural: 0, changes: 0, turns: 0, hex: true }
  let before = -1
  for (let i = 0; i < run.length; i++) {
    const kind = classAt(run, i)
    if ((kind & ALNUM) === 0) {
      shape.others++
      before = -1
      continue
    }
    if ((kind & UPPER) !== 0) shape.upper++
    if ((kind & LOWER) !== 0) shape.lower++
    if ((kind & DIGIT) !== 0) shape.digits++
    if ((kind & HEX) === 0) shape.hex = false
    if (before >= 0) {
      shape.pairs++
      const digit = (kind & DIGIT) !== 0
      if (((classAt(run, before) ^ kind) & ALNUM) !== 0) shape.turns++
      if (digit !== is(run, before, DIGIT)) {
        shape.changes++
      } else if (digit || codeAt(run, i) === codeAt(run, before) + 1) {
        shape.natural++
      } else if ((is(run, before, UPPER) || (kind & LOWER) !== 0) && (commonPairs[letterAt(run, before)] >>> letterAt(run, i) & 1) !== 0) {
        shape.natural++
      }
    }
    before = i
  }
  return shape
}

/** @param {string} run */
function withoutHashes (run) {
  let rest = ''
  for (let start = 0; start < run.length;) {
    let end = skipWhile(run, start, ALNUM)
    if (end - start < MIN_HASH || skipWhile(run, start, HEX) !== end) rest += slice(run, start, end)
    if (end < run.length) rest += run[end++]
    start = end
  }
  return rest
}

/**
 * @param {string} text
 * @param {number} i
 */
function base64ValueAt (text, i) {
  const code = codeAt(text, i)
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 48 && code <= 57) return code + 4
  if (code === 43 || code === 45) return 62
  return code === 47 || code === 95 ? 63 : -1
}

/**
 * @param {string} base64
 * @param {number} maxBytes
 * @param {(byte: number) => boolean} each returns false to stop
 * @returns {number} count of bytes
 */
function decodeBase64 (base64, maxBytes, each) {
  let bits = 0
  let count = 0
  let bytes = 0
  for (let i = 0; i < base64.length && bytes < maxBytes; i++) {
    const value = base64ValueAt(base64, i)
    if (value < 0) break
    bits = (bits << 6 | value) & 0xFFFF
    count += 6
    if (count < 8) continue
    count -= 8
    bytes++
    if (!each(bits >> count & 0xFF)) break
  }
  return bytes
}

/**
 * @param {string} base64
 * @param {number} maxBytes
 */
function decodesToText (base64, maxBytes) {
  let text = true
  const bytes = decodeBase64(base64, maxBytes, byte => (text = (byte >= 0x20 && byte < 0x7F) || byte === 10 || byte === 13 || byte === 9))
  return text && bytes >= 8
}

/** @param {string} base64 */
function decodesToCredentials (base64) {
  let text = true
  let colon = false
  decodeBase64(base64, MAX_RANDOM_LENGTH, byte => {
    colon ||= byte === 58
    return (text = byte >= 0x20 && byte !== 0x7F)
  })
  return text && colon
}

/** @param {ReturnType<typeof shapeOf>} shape */
function isUnnatural ({ upper, lower, pairs, natural, turns }) {
  return upper === 0 || lower === 0 ? natural * 2 < pairs : natural * 4 < pairs + turns * 4
}

/** @param {ReturnType<typeof shapeOf>} shape */
function isUnnaturalWithoutDigits ({ upper, lower, pairs, natural, turns }) {
  return upper > 0 && lower > 0 && natural * 10 < pairs + turns * 10
}

/** @param {string} given */
function isRandom (given) {
  if (skipWhile(given, 0, HEX | DASH_UNDER) === given.length) return false
  let shape = shapeOf(given)
  if (shape.hex || shape.others * 5 > given.length || !isUnnatural(shape)) return false
  const run = withoutHashes(given)
  if (run.length < MIN_TRIMMED) return false
  if (run.length !== given.length) shape = shapeOf(run)
  if (shape.hex || shape.others * 5 > run.length || !isUnnatural(shape)) return false
  if (shape.upper > 0 && shape.lower > 0) {
    if (shape.digits === 0 && !isUnnaturalWithoutDigits(shape)) return false
    return !decodesToText(run, 24)
  }
  return shape.digits > 2 && shape.changes * 5 >= run.length
}

/**
 * @param {string} text
 * @param {number} start
 */
function isLabelled (text, start) {
  for (let i = 0; i < rules.DIGEST_LABELS.length; i++) {
    const label = rules.DIGEST_LABELS[i]
    if (startsWithNoCase(text, start, label) || startsWithNoCase(text, start - label.length, label)) return true
  }
  for (let i = 0; i < rules.HARMLESS_PREFIXES.length; i++) {
    if (startsWith(text, rules.HARMLESS_PREFIXES[i], start)) return true
  }
  return false
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {boolean} whether this run of letters, digits and `+/-_` is random
 */
function isRandomRun (text, start, end) {
  const runStart = start
  if (end - start < MIN_RANDOM_LENGTH || end - start > MAX_RANDOM_LENGTH) return false
  while (start < end && !is(text, start, ALNUM)) start++
  while (start < end && !is(text, end - 1, ALNUM)) end--
  return end - start >= MIN_TRIMMED && isRandom(slice(text, start, end)) && !isLabelled(text, runStart)
}

/** @param {string} value */
function isUuid (value) {
  if (value.length !== 36) return false
  for (let i = 0; i < value.length; i++) {
    const dash = i === 8 || i === 13 || i === 18 || i === 23
    if (dash ? value[i] !== '-' : !is(value, i, HEX)) return false
  }
  return true
}

/**
 * @param {string} value a whole one, under a suspicious name
 * @returns {boolean}
 */
function looksLikeSecret (value) {
  if (value.length < 16 || value.length > MAX_RANDOM_LENGTH || isUuid(value)) return false
  if (value[0] === '/' || value[0] === '.' || indexOf(value, '://') >= 0) return false
  for (let i = 0; i < value.length; i++) {
    if (!is(value, i, RUN) && !isOneOf(value, i, '=.~!@#$%^&*,:|')) return false
  }
  const shape = shapeOf(value)
  if (shape.upper + shape.lower === 0) return false
  if (shape.hex) return shape.digits > 0 && value.length >= 32
  return shape.digits === 0 ? isUnnaturalWithoutDigits(shape) : isUnnatural(shape)
}

module.exports = { MIN_RANDOM_LENGTH, MAX_RANDOM_LENGTH, isRandomRun, looksLikeSecret, decodesToText, decodesToCredentials }

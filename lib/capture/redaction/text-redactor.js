'use strict'
// The redactor of src/redactor.h in JavaScript, for when there is no addon. test/capture/redaction-equality.test.js holds the
// two to the same answers.

const { codeAt, indexOf, slice } = require('./chars')
const { matchCard } = require('./cards')
const { SENSITIVE, SENSITIVE_NUMBERS, SUSPICIOUS, createClassifier, normaliseName } = require('./names')
const { looksLikeSecret } = require('./random')
const { LIST_NAMES } = require('./rules')
const { MIN_SCANNED, scanText } = require('./scan-text')
const { createPrefixMatcher } = require('./tokens')
const { ArrayIncludes, MathMax, uncurryThis } = require('../primordials')

/** @typedef {import('./tokens').Span} Span */
/** @typedef {import('../redaction').RedactorOptions} RedactorOptions */
/** @typedef {import('../redaction').RedactorFunctions} RedactorFunctions */

const REPLACEMENT = '[redacted]'
const BYTE_REPLACEMENT = 42
const MIN_NEEDLE = 8
const MAX_NEEDED = 64
const LIST_ENDS = ' =:;,/'
const { MAX_SAFE_INTEGER } = Number
/** @type {(spans: Span[], compare: (a: Span, b: Span) => number) => Span[]} */
const sort = uncurryThis(/** @type {(compare: (a: Span, b: Span) => number) => Span[]} */ (Array.prototype.sort))

/**
 * @param {RedactorOptions} options
 * @returns {Omit<RedactorFunctions, 'configureRedactor'>}
 */
function createTextRedactor ({ enabled, names, exceptNames, values, exceptValues, prefixes }) {
  const classify = createClassifier(names, exceptNames)
  const rules = { classify, matchPrefix: createPrefixMatcher(prefixes) }

  /** @param {string} name */
  const classifyName = name => enabled ? classify(name) : 0

  /** @param {string} text @param {number} flags */
  const isHiddenWhole = (text, flags) => {
    const hidden = (flags & SENSITIVE) !== 0 || ((flags & SUSPICIOUS) !== 0 && looksLikeSecret(text))
    return hidden && !ArrayIncludes(exceptValues, text)
  }

  /** @param {string} text */
  const find = text => {
    /** @type {Span[]} */
    const found = []
    if (!enabled || text.length < MIN_SCANNED) return found
    findValues(text, values, found)
    scanText(text, rules, found)
    /** @type {Span[]} */
    const spans = []
    for (let i = 0; i < found.length; i++) {
      if (exceptValues.length === 0 || !ArrayIncludes(exceptValues, slice(text, found[i][0], found[i][1]))) spans[spans.length] = found[i]
    }
    return merge(sort(spans, (a, b) => a[0] - b[0]))
  }

  return {
    classifyName,

    redactText (text, flags = 0) {
      if (!enabled || text === '') return text
      if (isHiddenWhole(text, flags)) return REPLACEMENT
      const spans = find(text)
      if (spans.length === 0) return text
      let result = ''
      let done = 0
      for (let i = 0; i < spans.length; i++) {
        result += slice(text, done, spans[i][0]) + REPLACEMENT
        done = spans[i][1]
      }
      return result + slice(text, done)
    },

    redactBytes (bytes, flags = 0) {
      if (!enabled || bytes.length === 0) return false
      let text = ''
      let printable = 0
      for (let i = 0; i < bytes.length; i++) {
        text += LATIN1[bytes[i]]
        if (bytes[i] >= 0x20 && bytes[i] < 0x7F) printable++
      }
      const isKey = (flags & SUSPICIOUS) !== 0 && bytes.length >= 16 && printable * 4 < bytes.length * 3
      const spans = isKey || isHiddenWhole(text, flags) ? [[0, bytes.length]] : find(text)
      for (let s = 0; s < spans.length; s++) {
        for (let i = spans[s][0]; i < spans[s][1]; i++) bytes[i] = BYTE_REPLACEMENT
      }
      return spans.length > 0
    },

    secretsIn (text) {
      const spans = find(text)
      /** @type {string[]} */
      const secrets = []
      for (let i = 0; i < spans.length; i++) secrets[i] = slice(text, spans[i][0], spans[i][1])
      return secrets
    },

    nextElementFlags (element, pair) {
      if (element.length < 3 || element.length > 64) return 0
      for (let i = 0; i < LIST_ENDS.length; i++) if (indexOf(element, LIST_ENDS[i]) >= 0) return 0
      const flags = classifyName(element)
      if (flags === 0 || pair || indexOf(element, '-') >= 0) return flags
      return ArrayIncludes(LIST_NAMES, normaliseName(element)) ? flags : 0
    },

    isSensitiveNumber (number, flags = 0) {
      if (!enabled) return false
      if ((flags & SENSITIVE_NUMBERS) !== 0) return true
      if (number < 1e12 || number > MAX_SAFE_INTEGER || number % 1 !== 0) return false
      const digits = `${number}`
      return matchCard(digits, 0) === digits.length && !ArrayIncludes(exceptValues, digits)
    }
  }
}

/** @type {string[]} */
const LATIN1 = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))

/**
 * @param {string} text
 * @param {readonly string[]} values
 * @param {Span[]} found
 */
function findValues (text, values, found) {
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value.length < MIN_NEEDLE) continue
    const needed = slice(value, 0, MAX_NEEDED)
    for (let start = indexOf(text, needed); start >= 0;) {
      let end = start + needed.length
      while (end - start < value.length && end < text.length && codeAt(text, end) === codeAt(value, end - start)) end++
      found[found.length] = [start, end]
      start = indexOf(text, needed, end)
    }
  }
}

/**
 * @param {Span[]} spans in order
 * @returns {Span[]} neighbours and overlaps as one
 */
function merge (spans) {
  /** @type {Span[]} */
  const merged = []
  for (let i = 0; i < spans.length; i++) {
    const last = merged[merged.length - 1]
    if (merged.length > 0 && spans[i][0] <= last[1]) merged[merged.length - 1] = [last[0], MathMax(last[1], spans[i][1])]
    else merged[merged.length] = spans[i]
  }
  return merged
}

module.exports = { createTextRedactor }

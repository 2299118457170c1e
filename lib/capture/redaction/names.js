'use strict'
// Whether a name says that its value is a secret: src/redactor_names.cc in JavaScript.

const { ObjectCreate } = require('../primordials')
const rules = require('./rules')
const { codeAt, indexOf, slice } = require('./chars')

/** Flags of a name, the NameFlags of src/redactor.h. */
const SUSPICIOUS = 1
const SENSITIVE = 2
const SENSITIVE_CONTENTS = 4
const SENSITIVE_NUMBERS = 8

const MAX_NAME_LENGTH = 128

const IS_SENSITIVE = 1
const IS_SENSITIVE_LAST = 2
const IS_SENSITIVE_PAIR = 4
const IS_HARMLESS_LAST = 8
const IS_HARMLESS_FIRST = 16
const IS_SUSPICIOUS_LAST = 32
const IS_HARMLESS_BEFORE_KEY = 64
const HAS_CONTENTS = 128
const HAS_NUMBERS = 256

/** @type {Record<string, number>} */
const marks = ObjectCreate(null)
for (const [list, mark] of /** @type {[string[], number][]} */ ([
  [rules.SENSITIVE_WORDS, IS_SENSITIVE], [rules.SENSITIVE_LAST_WORDS, IS_SENSITIVE_LAST], [rules.SENSITIVE_PAIRS, IS_SENSITIVE_PAIR],
  [rules.HARMLESS_LAST_WORDS, IS_HARMLESS_LAST], [rules.HARMLESS_FIRST_WORDS, IS_HARMLESS_FIRST],
  [rules.SUSPICIOUS_LAST_WORDS, IS_SUSPICIOUS_LAST], [rules.HARMLESS_BEFORE_KEY, IS_HARMLESS_BEFORE_KEY],
  [rules.CONTENTS_WORDS, HAS_CONTENTS], [rules.NUMBER_WORDS, HAS_NUMBERS]
])) {
  for (const words of list) marks[words] = (marks[words] ?? 0) | mark
}

/** @param {string} words one, or two with a space between them */
function marksOf (words) {
  const known = marks[words] ?? 0
  if ((known & IS_SENSITIVE) !== 0) return known
  for (let i = 0; i < rules.SENSITIVE_ENDINGS.length; i++) {
    const end = rules.SENSITIVE_ENDINGS[i]
    if (words.length > end.length && slice(words, words.length - end.length) === end) return known | IS_SENSITIVE
  }
  return known
}

/** @param {number} code */
const isUpper = code => code >= 65 && code <= 90
/** @param {number} code */
const isLower = code => (code >= 97 && code <= 122) || code >= 128

/**
 * @param {string} name
 * @returns {string[]} its words in small letters; empty when it can't be a name
 */
function wordsOf (name) {
  /** @type {string[]} */
  const words = []
  if (name.length > MAX_NAME_LENGTH) return words
  let inWord = false
  for (let i = 0; i < name.length; i++) {
    const code = codeAt(name, i)
    if (!isUpper(code) && !isLower(code)) {
      inWord = false
      continue
    }
    const before = i > 0 ? codeAt(name, i - 1) : 0
    const after = i + 1 < name.length ? codeAt(name, i + 1) : 0
    if (isUpper(code) && (isLower(before) || (isUpper(before) && isLower(after)))) inWord = false
    if (!inWord) words[words.length] = ''
    inWord = true
    words[words.length - 1] += isUpper(code) ? LETTERS[code - 65] : name[i]
  }
  return words
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * @param {string} name
 * @returns {string} `api key` of `apiKey`, `API-KEY` and `api_key`
 */
function normaliseName (name) {
  const words = wordsOf(name)
  let text = ''
  for (let i = 0; i < words.length; i++) text += i === 0 ? words[i] : ' ' + words[i]
  return text
}

/**
 * @param {readonly string[]} names sensitive beside the built-in ones
 * @param {readonly string[]} exceptNames
 * @returns {(name: string) => number} flags of a name
 */
function createClassifier (names, exceptNames) {
  /** @type {string[]} */
  const extra = []
  /** @type {Record<string, true>} */
  const except = ObjectCreate(null)
  for (let i = 0; i < names.length; i++) {
    const words = normaliseName(names[i])
    if (words !== '') extra[extra.length] = ` ${words} `
  }
  for (let i = 0; i < exceptNames.length; i++) except[normaliseName(exceptNames[i])] = true

  return name => {
    const words = wordsOf(name)
    if (words.length === 0) return 0
    if (extra.length > 0 || exceptNames.length > 0) {
      const text = normaliseName(name)
      if (except[text]) return 0
      for (let i = 0; i < extra.length; i++) {
        if (indexOf(` ${text} `, extra[i]) >= 0) return SENSITIVE | SENSITIVE_CONTENTS | SENSITIVE_NUMBERS
      }
    }
    return classify(words)
  }
}

/** @param {string[]} words */
function classify (words) {
  let flags = 0
  let last = 0
  let previous = 0
  let lastIsSensitive = false
  for (let i = 0; i < words.length; i++) {
    previous = last
    last = marksOf(words[i])
    lastIsSensitive = (last & IS_SENSITIVE) !== 0
    if (i > 0 && ((marks[words[i - 1] + ' ' + words[i]] ?? 0) & IS_SENSITIVE_PAIR) !== 0) {
      lastIsSensitive = true
      flags |= SENSITIVE_NUMBERS
    }
    if (lastIsSensitive) flags |= SENSITIVE
    if ((last & HAS_CONTENTS) !== 0) flags |= SENSITIVE_CONTENTS
    if ((last & HAS_NUMBERS) !== 0) flags |= SENSITIVE_NUMBERS
  }
  if ((last & IS_SENSITIVE_LAST) !== 0) flags |= SENSITIVE
  if ((flags & SENSITIVE) !== 0) {
    const about = !lastIsSensitive && (last & IS_HARMLESS_LAST) !== 0
    const asks = words.length > 1 && (marksOf(words[0]) & IS_HARMLESS_FIRST) !== 0
    return about || asks ? 0 : flags
  }
  return (last & IS_SUSPICIOUS_LAST) !== 0 && (previous & IS_HARMLESS_BEFORE_KEY) === 0 ? SUSPICIOUS : 0
}

module.exports = { SUSPICIOUS, SENSITIVE, SENSITIVE_CONTENTS, SENSITIVE_NUMBERS, createClassifier, normaliseName }

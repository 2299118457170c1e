'use strict'
// Tells which messages of V8 hold nothing but V8's own words and words of the source code. Without the addon nothing
// takes secrets out of a text, so other messages are left out of a dump. An application may throw an error of its own
// whose message looks like V8's, and `undefined[key]` has the key in its message. So the source must have each word.

const { RegExpExec, StringIndexOf, StringSlice } = require('../safe/primordials')

/** V8's messages (https://chromium.googlesource.com/v8/v8/+/refs/heads/main/src/common/message-template.h). */
const PATTERNS = [
  /^Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '([^'\n]*)'\))?$/,
  /^([^\n]+) is not (?:a function|a constructor|iterable|async iterable|defined)$/,
  /^([^\n]+) is not a function or its return value is not (?:async )?iterable$/,
  /^Cannot destructure property '([^'\n]*)' of '([^'\n]*)' as it is (?:undefined|null)\.$/,
  /^Cannot destructure '([^'\n]*)' as it is (?:undefined|null)\.$/,
  /^Cannot access '([^'\n]*)' before initialization$/,
  /^Class constructor ([^\n]+) cannot be invoked without 'new'$/,
  /^Assignment to constant variable\.$/,
  /^Cannot convert undefined or null to object$/,
  /^Cannot mix BigInt and other types, use explicit conversions$/,
  /^Do not know how to serialize a BigInt$/,
  /^Reduce of empty array with no initial value$/,
  /^Invalid (?:array|string) length$/,
  /^Maximum call stack size exceeded$/,
  /^Unexpected end of JSON input$/
]
const MAX_LENGTH = 300
const WORD = /[\p{ID_Continue}$]+/u
/** V8's own words for an expression. */
const OWN_WORDS = /^(?:intermediate|value|undefined|null|object|function|Symbol|iterator)$/

/**
 * @param {string | undefined} message
 * @param {() => string | undefined} readSource reads the source of the file that threw
 * @returns {string | undefined} the message, if it holds nothing of the application's data
 */
function harmlessMessage (message, readSource) {
  if (message === undefined || message.length > MAX_LENGTH) return undefined
  for (let i = 0; i < PATTERNS.length; i++) {
    const found = RegExpExec(PATTERNS[i], message)
    if (found === null) continue
    let parts = ''
    for (let part = 1; part < found.length; part++) parts += ` ${found[part] ?? ''}`
    return isInSource(parts, readSource) ? message : undefined
  }
  return undefined
}

/**
 * @param {string} text
 * @param {() => string | undefined} readSource
 * @returns {boolean} true if the source has each word of the text
 */
function isInSource (text, readSource) {
  /** @type {string | undefined} */
  let source
  let rest = text
  for (;;) {
    const word = RegExpExec(WORD, rest)
    if (word === null) return true
    rest = StringSlice(rest, word.index + word[0].length)
    if (RegExpExec(OWN_WORDS, word[0]) !== null) continue
    source ??= readSource()
    if (source === undefined || !hasWord(source, word[0])) return false
  }
}

/** @param {string} source @param {string} word */
function hasWord (source, word) {
  for (let at = StringIndexOf(source, word); at !== -1; at = StringIndexOf(source, word, at + 1)) {
    const end = at + word.length
    const around = StringSlice(source, at === 0 ? 0 : at - 1, at) + StringSlice(source, end, end + 1)
    if (RegExpExec(WORD, around) === null) return true
  }
  return false
}

module.exports = { harmlessMessage }

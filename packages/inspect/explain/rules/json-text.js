'use strict'
// Explains a SyntaxError of JSON.parse: says that the text is empty, is markup, stops in the middle, or is not text.

const { applicationCall, callWords } = require('../application-call')
const { argumentsOf, callAt, calleeName, isCallOf } = require('../calls')
const { originOf } = require('../origins')
const { wholeString } = require('../properties')
const { quote } = require('../../text/terminal-text')
const { applicationScene } = require('../scene')
const { whatItIs } = require('../words')

const SHOWN = 24

/** @type {import('../types').Rule} */
const jsonText = {
  name: 'json-text',
  explain (dump) {
    const { className, message = '' } = dump.exception ?? {}
    const isJson = className === 'SyntaxError' && /JSON/.test(message)
    const read = isJson ? ofResponse(dump, message) : undefined
    if (read !== undefined) return read
    const scene = isJson ? applicationScene(dump) : null
    const call = scene === null ? undefined : callAt(scene)
    if (scene === null || call === undefined || !isCallOf(scene, call, 'JSON', 'parse')) return undefined
    const argument = argumentsOf(call)?.[0]
    const value = argument === undefined ? undefined : scene.value(argument)
    if (argument === undefined || value === undefined) return undefined
    const code = scene.code(argument)
    if (value.type === 'undefined') {
      const origin = originOf(scene, argument)
      return `${code} is undefined${origin === undefined ? ', not JSON text' : `: ${origin}`}`
    }
    if (
      value.type === 'object' &&
      value.subtype === undefined &&
      /\[object Object\]|Unexpected token '?o/.test(message)
    ) {
      return `${code} is ${whatItIs(scene, value)}: it is not text, and needs no parsing`
    }
    const text = wholeString(value)
    return text === undefined ? undefined : describeText(code, text)
  }
}

/**
 * Explains `await response.json()`. The text is in no variable, but V8's message begins with its first characters.
 * @param {import('../../reader').Dump} dump
 * @param {string} message
 * @returns {string|undefined}
 */
function ofResponse (dump, message) {
  const found = applicationCall(dump)
  const isRead = found !== undefined && calleeName(found.call) === 'json' && found.args.length === 0
  if (!isRead || !message.startsWith('Unexpected token \'<\', "<')) return undefined
  const what = /^<(?:!doctype\b|html\b)/i.test(message.slice(message.indexOf('<', 20))) ? 'an HTML page' : 'markup'
  return `${callWords(found)} read ${what}, not JSON`
}

/**
 * @param {string} code
 * @param {string} text
 * @returns {string|undefined}
 */
function describeText (code, text) {
  const trimmed = text.trim()
  const head = quote(trimmed.slice(0, SHOWN)) + (trimmed.length > SHOWN ? '…' : '')
  if (text === '') return `${code} is an empty string`
  if (trimmed === '') return `${code} is nothing but white space`
  if (/^<(?:!doctype html|html)\b/i.test(trimmed)) return `${code} is an HTML page, not JSON: ${head}`
  if (trimmed.startsWith('<')) return `${code} is markup, not JSON: ${head}`
  if (text.startsWith('\ufeff')) return `${code} begins with a byte order mark, which JSON does not allow`
  if (!stopsEarly(text)) return undefined
  return `${code} is JSON that stops in the middle, after ${text.length} characters: …${quote(text.slice(-SHOWN))}`
}

/**
 * True if the text would be valid JSON but for its missing end.
 * @param {string} text
 */
function stopsEarly (text) {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return (
      /Unexpected end of JSON input|Unterminated string/.test(String(error)) ||
      new RegExp(`^Expected .* at position ${text.length}(?: |$)`).test(error instanceof Error ? error.message : '')
    )
  }
}

module.exports = { jsonText }

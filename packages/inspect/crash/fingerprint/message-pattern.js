'use strict'
// Takes out of the message of an error what differs from one occurrence to the next.

const MAX_MESSAGE = 500
/** Stands for a part that differs. */
const GAP = '<…>'
/** How many letters of a template make it one: fewer could be found in any message. */
const MIN_LETTERS = 3

/**
 * @param {string} message
 * @returns {string} without numbers, ids, directories and the text that JSON.parse() was given
 */
function normalisedMessage (message) {
  return message
    .slice(0, MAX_MESSAGE)
    .replace(/^Unexpected token .+ is not valid JSON$/s, `Unexpected token, ${GAP} is not valid JSON`)
    .replace(/(?<![\w:/.])\/(?:[^\s'"/:]+\/)+/g, '<dir>/')
    .replace(/\b[A-Z]:\\(?:[^\s'"\\]+\\)+/gi, '<dir>/')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')
    .replace(/\b0x[0-9a-f]+\b/gi, '<id>')
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi, '<id>')
    .replace(/\b(?=\w*\d)(?=\w*[a-z])\w{16,}\b/gi, '<id>')
    .replace(/\d+(?:\.\d+)?/g, '<n>')
}

/**
 * The text from which the application has made a message: `no user <…>` of `new Error(`no user ${name}`)`.
 * @param {string} construction source from `new` on; '' if it is not known
 * @param {string} message
 * @returns {string|undefined} undefined if the source tells no text, or the message is not made of it
 */
function messageTemplate (construction, message) {
  const parts = partsOf(construction)
  const letters = parts.join('').match(/\p{L}/gu)?.length ?? 0
  if (letters < MIN_LETTERS || !isMadeOf(message, parts)) return undefined
  return parts.join(GAP)
}

/**
 * @param {string} source `new SomeError(…`
 * @returns {string[]} the constant parts of the first argument; between two of them is something else. Empty if the
 *   argument is not a sum of texts
 */
function partsOf (source) {
  const open = source.indexOf('(')
  if (open === -1 || !/^new\s+[\w$.]+\s*$/.test(source.slice(0, open))) return []
  /** @type {string[]} */
  const parts = ['']
  for (let at = open + 1; at < source.length;) {
    const sign = source[at]
    if (sign === ',' || sign === ')') return parts
    if (sign === '\'' || sign === '"' || sign === '`') {
      const end = addText(source, at, parts)
      if (end === -1) return []
      at = end
    } else if (/[\s+]/.test(sign)) {
      at++
    } else {
      const operand = /^[\p{ID_Continue}$.]+/u.exec(source.slice(at))?.[0]
      if (operand === undefined) return [] // a call, a condition, …
      parts.push('')
      at += operand.length
    }
  }
  return []
}

/**
 * @param {string} source
 * @param {number} start of a string or template
 * @param {string[]} parts the last one is continued
 * @returns {number} where the text ends; -1 if that is not known
 */
function addText (source, start, parts) {
  const quote = source[start]
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === quote) return at + 1
    if (source[at] === '\\') return -1 // an escape is rare, and need not be understood
    if (quote === '`' && source.startsWith('${', at)) {
      at = closingBrace(source, at + 1)
      if (at === -1) return -1
      parts.push('')
    } else parts[parts.length - 1] += source[at]
  }
  return -1
}

/**
 * @param {string} source
 * @param {number} open index of a brace
 * @returns {number} index of the one that closes it, -1 if there is none
 */
function closingBrace (source, open) {
  for (let at = open, depth = 0; at < source.length; at++) {
    if (source[at] === '{') depth++
    else if (source[at] === '}' && --depth === 0) return at
  }
  return -1
}

/**
 * @param {string} message
 * @param {string[]} parts
 * @returns {boolean} true if the message has the parts in their order, the first at its beginning, the last at its end
 */
function isMadeOf (message, parts) {
  let at = 0
  for (const [i, part] of parts.entries()) {
    const found = i === 0 ? (message.startsWith(part) ? 0 : -1) : message.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return message.endsWith(parts[parts.length - 1])
}

module.exports = { messageTemplate, normalisedMessage }

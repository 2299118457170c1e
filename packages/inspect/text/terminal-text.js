'use strict'
// Makes text of a dump safe for a terminal. The memory of a crashed process may hold an attack on the person who looks
// at it. Escape sequences, bidirectional overrides and other invisible characters are therefore shown as escapes.

// All characters that move the cursor, change colours or the order of text, or are invisible: C0 and C1 controls, soft
// hyphen, Arabic letter mark, zero-width and bidi marks, line and paragraph separators, invisible operators, joiners
// and fillers of Hangul, Khmer and Mongolian, byte order mark, characters of shorthand and music without a shape, tags
// and variation selectors of the tag plane, and lone surrogates. The selectors of emoji (\ufe0f) stay.
const INVISIBLE = new RegExp(
  [
    String.raw`[\u034f\u17b4\u17b5\u180b-\u180f\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160]`,
    String.raw`[\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]`,
    String.raw`[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]`,
    String.raw`[\ud800-\udfff]`
  ].join('|'),
  'gu'
)

/** @type {Record<string, string>} */
const SHORT = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f', '\v': '\\v' }

/** @param {string} character */
function escapeCharacter (character) {
  const code = /** @type {number} */ (character.codePointAt(0))
  if (character in SHORT) return SHORT[character]
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`
}

/**
 * One line of plain text. Every character that a terminal would interpret becomes a JavaScript escape.
 * @param {string} text
 */
function plain (text) {
  return text.replace(INVISIBLE, escapeCharacter)
}

/**
 * Escapes such characters in JSON without changing its meaning. Line ends outside of strings stay.
 * @param {string} json
 */
function plainJson (json) {
  return json.replace(INVISIBLE, character => (character === '\n' ? character : jsonEscape(character)))
}

/**
 * The text that `--json` and the exports print.
 * @param {unknown} value
 * @param {number} [indent]
 */
function jsonText (value, indent = 2) {
  return plainJson(JSON.stringify(value, null, indent)) + '\n'
}

/**
 * @param {string} character
 * @returns {string} a JSON escape; two escapes for a character beyond 16 bits
 */
function jsonEscape (character) {
  return character
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/**
 * Several lines of plain text. Line ends stay; tabs become two spaces.
 * @param {string} text
 * @returns {string[]}
 */
function plainLines (text) {
  return text.split(/\r?\n/).map(line => plain(line.replaceAll('\t', '  ')))
}

/**
 * A string as a JavaScript literal, in the quotes that need the fewest escapes.
 * @param {string} text
 */
function quote (text) {
  const mark = !text.includes("'")
    ? "'"
    : !text.includes('"')
        ? '"'
        : !text.includes('`') && !text.includes('${')
            ? '`'
            : "'"
  const escaped = text.replaceAll('\\', '\\\\')
  return mark + plain(mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark
}

// East Asian wide and emoji blocks, approximately: enough to align columns and to keep the width limit in practice.
const WIDE = new RegExp(
  [
    String.raw`[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]`,
    String.raw`[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]`
  ].join('|'),
  'u'
)
const COMBINING = /\p{Mark}/u

/**
 * The number of columns that plain text takes.
 * @param {string} text
 */
function widthOf (text) {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

/**
 * Cuts plain text to a number of columns and puts an ellipsis at the cut.
 * @param {string} text
 * @param {number} columns
 */
function cut (text, columns) {
  if (widthOf(text) <= columns) return text
  let width = 0
  let end = 0
  for (const character of text) {
    width += widthOf(character)
    if (width > columns - 1) break
    end += character.length
  }
  return text.slice(0, end) + '…'
}

/**
 * Cuts the beginning of a path or URL, which is its least important part.
 * @param {string} text
 * @param {number} columns
 */
function cutStart (text, columns) {
  if (widthOf(text) <= columns) return text
  const characters = Array.from(text)
  let width = 1
  let start = characters.length
  while (start > 0 && width + widthOf(characters[start - 1]) <= columns) width += widthOf(characters[--start])
  return '…' + characters.slice(start).join('')
}

/**
 * Breaks plain text between words into lines of a number of columns.
 * @param {string} text
 * @param {number} columns
 * @param {string} [indent] indentation of the second and later lines
 * @returns {string[]}
 */
function wrap (text, columns, indent = '') {
  const lines = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line)
      line = indent + word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].map(each => cut(each, columns))
}

module.exports = { plain, plainJson, jsonText, jsonEscape, plainLines, quote, widthOf, cut, cutStart, wrap }

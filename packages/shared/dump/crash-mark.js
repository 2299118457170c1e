'use strict'
// Makes and parses the mark at the beginning of a dump: an empty gzip member, which readers skip. Its comment says
// which crashes are of one kind, how many further ones have no dump, and whether the dump was completed. It stands at a
// fixed place and is not compressed, so it is read and changed without the rest of the file. Nothing is taken from
// Node.js or from the global object here, because the process that dies loads this late.

const MAGIC = '\x1f\x8b\x08\x10\0\0\0\0\0\x03'
const WORD = 'crash-collector '
const KEY_LENGTH = 16
const COUNT_DIGITS = 6
/** End of the comment; then an empty block of deflate, its checksum and its length. */
const END = '\0\x03\0\0\0\0\0\0\0\0\0'

const KEY_AT = MAGIC.length + WORD.length
const COUNT_AT = KEY_AT + KEY_LENGTH + 1
const STATE_AT = COUNT_AT + COUNT_DIGITS + 1
const MARK_LENGTH = STATE_AT + 1 + END.length

/** The state of a dump that has its end; until then it is UNFINISHED. */
const FINISHED = '+'
const UNFINISHED = '-'
const MOST = 10 ** COUNT_DIGITS - 1

/**
 * @typedef {object} CrashMark
 * @property {string} key 16 hexadecimal digits, equal for crashes of one kind
 * @property {number} notKept number of further crashes of the kind whose dumps were not kept
 * @property {boolean} finished false: the dump is being written, or was cut short
 */

/**
 * @param {CrashMark} mark
 * @returns {string} bytes as characters
 */
function markText ({ key, notKept, finished }) {
  return `${MAGIC}${WORD}${key} ${countText(notKept)} ${finished ? FINISHED : UNFINISHED}${END}`
}

/**
 * @param {number} count
 * @returns {string} of a fixed length
 */
function countText (count) {
  let digits = `${count < MOST ? count : MOST}`
  while (digits.length < COUNT_DIGITS) digits = `0${digits}`
  return digits
}

/**
 * @param {string} text the first MARK_LENGTH bytes of a dump as characters
 * @returns {CrashMark | null} null when the dump has no mark
 */
function parseMark (text) {
  if (text.length !== MARK_LENGTH) return null
  let key = ''
  let notKept = 0
  let finished = false
  for (let i = 0; i < MARK_LENGTH; i++) {
    const isDigit = text[i] >= '0' && text[i] <= '9'
    if (i >= KEY_AT && i < KEY_AT + KEY_LENGTH) {
      if (!isDigit && !(text[i] >= 'a' && text[i] <= 'f')) return null
      key += text[i]
    } else if (i >= COUNT_AT && i < COUNT_AT + COUNT_DIGITS) {
      if (!isDigit) return null
      notKept = notKept * 10 + +text[i]
    } else if (i === STATE_AT) {
      finished = text[i] === FINISHED
    } else if (text[i] !== TEMPLATE[i]) {
      return null
    }
  }
  return { key, notKept, finished }
}

const TEMPLATE = markText({ key: '0000000000000000', notKept: 0, finished: false })

module.exports = { COUNT_AT, FINISHED, MARK_LENGTH, STATE_AT, countText, markText, parseMark }

'use strict'
// Takes texts out of strings and bytes.

const { expressionOf } = require('./rules')

const REPLACEMENT = '[redacted]'
/** How much of a text at the end of a string that was cut is taken for the beginning of that text. */
const MIN_BEGINNING = 4

class TextRemover {
  /** @type {{ rule: string, literal: string, expression: RegExp|undefined }[]} */ #rules
  #count
  #personal

  /**
   * @param {string[]} rules texts, or `/regular expression/flags`
   * @param {string[]} values texts that were values and are never regular expressions
   * @param {(rule: string) => void} count is called with each rule that has removed something
   * @param {(text: string) => string} [personal] removes personal data
   */
  constructor (rules, values, count, personal) {
    // A longer text may contain a shorter one, which would leave a part of it.
    const literals = values.sort((a, b) => b.length - a.length)
    this.#rules = [
      ...rules.map(rule => ({ rule: `text ${rule}`, literal: rule, expression: expressionOf(rule) })),
      ...literals.map(literal => ({ rule: 'the same values elsewhere', literal, expression: undefined }))
    ]
    this.#count = count
    this.#personal = personal
  }

  /**
   * @param {string} text
   * @param {{ isCut?: boolean, keepsLength?: boolean }} [options] isCut: a limit has cut the text, so that it may end
   *   within a text that is looked for; keepsLength: places in it must stay
   * @returns {string}
   */
  remove (text, { isCut = false, keepsLength = false } = {}) {
    for (const { rule, literal, expression } of this.#rules) {
      const before = text
      const replace = (/** @type {string} */ found) =>
        keepsLength ? found.replace(/[^\r\n]/g, '*') : found === '' ? '' : REPLACEMENT
      if (expression !== undefined) text = text.replace(expression, replace)
      else if (text.includes(literal)) text = text.split(literal).join(replace(literal))
      if (isCut && expression === undefined) text = withoutBeginning(text, literal)
      if (text !== before) this.#count(rule)
    }
    // Code keeps its places, and has few facts about people.
    const cleaned = this.#personal === undefined || keepsLength ? text : this.#personal(text)
    if (cleaned !== text) this.#count('personal data')
    return cleaned
  }

  /**
   * @param {Buffer} bytes
   * @returns {boolean} true if they hold a text that goes, as UTF-8, Latin-1 or UTF-16
   */
  isIn (bytes) {
    return (/** @type {BufferEncoding[]} */ (['utf8', 'latin1', 'utf16le'])).some(encoding => {
      const text = bytes.toString(encoding)
      return this.remove(text, { isCut: true }) !== text
    })
  }
}

/**
 * @param {string} text
 * @param {string} literal
 * @returns {string} without a beginning of the literal at its end
 */
function withoutBeginning (text, literal) {
  for (let length = Math.min(literal.length - 1, text.length); length >= MIN_BEGINNING; length--) {
    if (text.endsWith(literal.slice(0, length))) return text.slice(0, -length) + REPLACEMENT
  }
  return text
}

module.exports = { REPLACEMENT, TextRemover }

'use strict'
// Finds the bodies of functions in a text by its brackets, in a fraction of the time that acorn takes to make tokens of
// it. A regular expression finds the brackets, which is quick from the first character on; what stands before one, or
// before a slash, is looked at only then. Where only a parser knows whether a slash divides, the scan gives up. It may
// read a text that is not JavaScript in any way, so what is made of its answer has to be parsed.

/** @typedef {{ start: number, end: number }} Body positions of the braces */

/**
 * What says where brackets count: a string, a pair of brackets with none in it, an escape in a word, the beginning or
 * end of a comment of HTML, or a single character.
 */
const MARK = new RegExp([
  /"[^"\\\n\r]*(?:\\(?:\r\n|[^])[^"\\\n\r]*)*"/,
  /'[^'\\\n\r]*(?:\\(?:\r\n|[^])[^'\\\n\r]*)*'/,
  /\([^"'`/(){}[\]\\]*\)/,
  /\[[^"'`/(){}[\]\\]*\]/,
  /\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\})/,
  /<!--|-->/,
  /[`/(){}[\]\\]/
].map(({ source }) => source).join('|'), 'g')
const COMMENT = /\/\/.*|\/\*[^]*?\*\//y
/** To its end, or to an expression in it. */
const TEMPLATE_TEXT = /[^`\\$]*(?:(?:\\[^]|\$(?!\{))[^`\\$]*)*(?:`|\$\{)/y
const REGULAR_EXPRESSION = /\/(?:[^\\/[\n\r\u2028\u2029]|\\.|\[(?:[^\]\\\n\r\u2028\u2029]|\\.)*\])+\//y
const LINE_END = /[\n\r\u2028\u2029]/
const SPACE = /\s/
const WORD = /[\w$#\u0080-\uffff]/
/** With the dots before it. */
const ENDS_WITH_WORD = /\.*[\w$#\u0080-\uffff]*$/

/** What stands before the parenthesis of a statement that has a block and is no function. */
const STATEMENTS = new Set(['if', 'for', 'await', 'while', 'with', 'switch', 'catch'])
/** Words after which an expression begins, and so a regular expression. */
const BEFORE_EXPRESSION = new Set([
  'return', 'typeof', 'instanceof', 'in', 'new', 'delete', 'void', 'throw', 'case', 'do', 'else', 'default'
])
/** Words after which a slash may do either. */
const UNSURE_WORDS = new Set(['of', 'yield', 'await', 'break', 'continue', 'debugger'])
const LONGEST_WORD = 'instanceof'.length

/** @typedef {'block'|'body'|'template'} Brace */

class Scan {
  #source
  /** @type {Body[]} */ #bodies = []
  /** Places of open brackets, innermost last. @type {number[]} */ #open = []
  /** What the open braces are. @type {Brace[]} */ #braces = []
  /** Where the parenthesis began that closed last. */ #closed = -1
  #expressionEnd = -1
  /** The comments that ended last, with nothing between them. */ #comments = { start: 0, end: -1 }

  /** @param {string} source */
  constructor (source) {
    this.#source = source
  }

  /** @returns {Body[]|null} in the order of their ends */
  bodies () {
    const source = this.#source
    MARK.lastIndex = 0
    if (source.startsWith('#!')) MARK.lastIndex = this.#comments.end = Math.max(0, source.search(LINE_END))
    for (let mark = MARK.exec(source); mark !== null; mark = MARK.exec(source)) {
      if (!this.#pass(mark[0], mark.index)) return null
    }
    return this.#open.length === 0 ? this.#bodies : null
  }

  /**
   * @param {string} mark
   * @param {number} place
   * @returns {boolean} false if it is not understood
   */
  #pass (mark, place) {
    if (mark.length > 1) {
      if (mark[0] === '(') this.#closed = place
      return mark !== '<!--' && mark !== '-->'
    }
    switch (mark) {
      case '(':
      case '[':
        this.#open.push(place)
        return true
      case ')':
        this.#closed = this.#open.pop() ?? -1
        return this.#source[this.#closed] === '('
      case ']':
        return this.#source[this.#open.pop() ?? -1] === '['
      case '{':
        return this.#openBrace(place, this.#isBody(place) ? 'body' : 'block')
      case '}':
        return this.#closeBrace(place)
      case '`':
        return this.#passTemplate()
      case '/':
        return this.#passSlash(place)
      default:
        return false
    }
  }

  /** @param {number} place @param {Brace} brace */
  #openBrace (place, brace) {
    this.#open.push(place)
    this.#braces.push(brace)
    return true
  }

  /** @param {number} place of a brace that opens */
  #isBody (place) {
    const source = this.#source
    let last = place - 1
    while (source[last] === ' ' || source[last] === '\t') last--
    if (source[last] === ')') return parenthesisOf(source, this.#closed) === 'any'
    return source[last] === '>' && source[last - 1] === '='
  }

  /** @param {number} place */
  #closeBrace (place) {
    const start = this.#open.pop()
    const brace = this.#braces.pop()
    if (start === undefined || this.#source[start] !== '{') return false
    if (brace === 'body') this.#bodies.push({ start, end: place })
    return brace !== 'template' || this.#passTemplate()
  }

  #passTemplate () {
    TEMPLATE_TEXT.lastIndex = MARK.lastIndex
    if (!TEMPLATE_TEXT.test(this.#source)) return false
    MARK.lastIndex = TEMPLATE_TEXT.lastIndex
    const last = MARK.lastIndex - 1
    return this.#source[last] !== '{' || this.#openBrace(last, 'template')
  }

  /** @param {number} place */
  #passSlash (place) {
    const source = this.#source
    const next = source[place + 1]
    if (next === '/' || next === '*') return this.#passComment(place)
    let last = lastBefore(source, place)
    if (last + 1 === this.#comments.end) last = lastBefore(source, this.#comments.start)
    const slash = last + 1 === this.#expressionEnd ? 'divides' : slashAfter(source, last, this.#closed)
    if (slash === 'divides') return true
    REGULAR_EXPRESSION.lastIndex = place
    if (slash === 'unsure' || !REGULAR_EXPRESSION.test(source)) return false
    this.#expressionEnd = MARK.lastIndex = REGULAR_EXPRESSION.lastIndex
    return true
  }

  /** @param {number} place */
  #passComment (place) {
    COMMENT.lastIndex = place
    if (!COMMENT.test(this.#source)) return false
    if (lastBefore(this.#source, place) + 1 !== this.#comments.end) this.#comments.start = place
    this.#comments.end = MARK.lastIndex = COMMENT.lastIndex
    return true
  }
}

/** @param {string} source @param {number} place @returns {number} of the last character before it that is no space */
function lastBefore (source, place) {
  let last = place - 1
  while (last >= 0 && SPACE.test(source[last])) last--
  return last
}

/**
 * @param {string} source
 * @param {number} last place of a character
 * @returns {string} the word that it ends; empty if it is none, is the name of a property, or longer than those here
 */
function wordAt (source, last) {
  const word = ENDS_WITH_WORD.exec(source.slice(Math.max(0, last - LONGEST_WORD - 2), last + 1))?.[0] ?? ''
  return word.startsWith('.') && !word.startsWith('..') ? '' : word.replace('...', '')
}

/**
 * @param {string} source
 * @param {number} start of a parenthesis
 * @returns {'any'|'statement'|'unsure'} what it belongs to
 */
function parenthesisOf (source, start) {
  const last = lastBefore(source, start)
  // What stands before it may be a comment.
  if (source[last] === '/') return 'unsure'
  if (LINE_END.test(source.slice(last + 1, start))) {
    const line = source.slice(source.lastIndexOf('\n', last) + 1, last + 1)
    if (line.includes('//')) return 'unsure'
  }
  const word = wordAt(source, last)
  return word === 'await' ? 'unsure' : STATEMENTS.has(word) ? 'statement' : 'any'
}

/**
 * @param {string} source
 * @param {number} last place of what stands before the slash
 * @param {number} closed where the parenthesis began that closed last
 * @returns {'divides'|'begins'|'unsure'} what the slash does
 */
function slashAfter (source, last, closed) {
  if (last === -1) return 'begins'
  if (WORD.test(source[last])) {
    const word = wordAt(source, last)
    return UNSURE_WORDS.has(word) ? 'unsure' : BEFORE_EXPRESSION.has(word) ? 'begins' : 'divides'
  }
  switch (source[last]) {
    case '"':
    case "'":
    case '`':
    case ']':
      return 'divides'
    case ')': {
      const parenthesis = parenthesisOf(source, closed)
      return parenthesis === 'any' ? 'divides' : parenthesis === 'statement' ? 'begins' : 'unsure'
    }
    case '}': // of a block, or of an object, a function or a class that is a value
    case '/':
      return 'unsure'
    case '.':
      return /\d/.test(source[last - 1]) ? 'divides' : 'unsure'
    case '+':
    case '-':
      if (source[last - 1] !== source[last]) return 'begins'
      return slashAfter(source, last - 2, closed) === 'divides' ? 'divides' : 'unsure'
    default:
      return 'begins'
  }
}

/**
 * @param {string} source
 * @returns {Body[]|null} in the order of their ends; null if the text was not understood
 */
function scanBodies (source) {
  return new Scan(source).bodies()
}

module.exports = { LINE_END, STATEMENTS, scanBodies }

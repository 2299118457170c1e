'use strict'
// Splits lines of JavaScript into tokens: enough to colour them and to tell names from strings and comments.

/**
 * @typedef {object} Token
 * @property {'comment'|'string'|'keyword'|'number'|'name'|'other'} kind
 * @property {string} text
 */

const KEYWORDS = new Set(
  (
    'async await break case catch class const continue debugger default delete do else export extends finally for ' +
    'function if import in instanceof let new of return static super switch this throw try typeof var void while ' +
    'with yield true false null undefined interface enum implements private public protected readonly'
  ).split(' ')
)

const TOKEN = new RegExp(
  [
    /\/\/.*|\/\*[^]*?(?:\*\/|$)/u, // comments
    /'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|`/u, // strings, and the start or end of a template
    /[#\p{ID_Start}$_][\p{ID_Continue}$]*/u, // names
    /\d[\w.]*|\s+|[^]/u
  ]
    .map(({ source }) => source)
    .join('|'),
  'uy'
)

/** Longer lines are minified code or data, and are shown without colours. */
const MAX_LINE = 2000

class Tokenizer {
  /** @type {''|'comment'|'template'} the construct that the line before left open */ #open = ''

  /**
   * @param {string} line the line that follows the one of the last call
   * @returns {Token[]}
   */
  line (line) {
    if (line.length > MAX_LINE) return [{ kind: 'other', text: line }]
    /** @type {Token[]} */
    const tokens = []
    let index = 0
    while (index < line.length) {
      if (this.#open !== '') {
        const end = this.#endOf(line, index)
        tokens.push({ kind: this.#open === 'comment' ? 'comment' : 'string', text: line.slice(index, end.index) })
        if (end.closed) this.#open = ''
        index = end.index
        continue
      }
      TOKEN.lastIndex = index
      const text = TOKEN.exec(line)?.[0] ?? line[index]
      index += text.length
      if (text === '`') {
        this.#open = 'template'
        tokens.push({ kind: 'string', text })
        continue
      }
      if (text.startsWith('/*') && (text.length < 4 || !text.endsWith('*/'))) this.#open = 'comment'
      tokens.push({ kind: kindOf(text), text })
    }
    return tokens
  }

  /**
   * @param {string} line
   * @param {number} from
   */
  #endOf (line, from) {
    const end = this.#open === 'comment' ? /\*\//g : /(?:\\.|[^`\\])*`/gy
    end.lastIndex = from
    return end.test(line) ? { index: end.lastIndex, closed: true } : { index: line.length, closed: false }
  }
}

/**
 * @param {string} text
 * @returns {Token['kind']}
 */
function kindOf (text) {
  if (text.startsWith('//') || text.startsWith('/*')) return 'comment'
  if (text[0] === '"' || text[0] === "'") return 'string'
  if (/^\d/.test(text)) return 'number'
  if (KEYWORDS.has(text)) return 'keyword'
  return /^[#\p{ID_Start}$_]/u.test(text) ? 'name' : 'other'
}

module.exports = { Tokenizer }

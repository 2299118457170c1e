'use strict'
// Finds the bodies of functions in a text by the tokens that acorn makes of it.

const acorn = require('acorn')

const { LINE_END, STATEMENTS } = require('./scan-bodies')

const { tokTypes } = acorn

/** @typedef {import('./scan-bodies').Body} Body */
/** @typedef {{ type: import('acorn').TokenType, start: number, end: number, next: () => void }} Tokens of acorn */

const AWAIT = 'await'
/** @type {import('acorn').Options} */
const OPTIONS = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }

/**
 * @param {string} source
 * @returns {Body[]|null} in the order of their ends; null if the text was not understood
 */
function tokenBodies (source) {
  /** @type {Body[]} */
  const bodies = []
  /** Open braces; start is -1 if what begins there is no body. @type {number[]} */
  const open = []
  /** For each open parenthesis, whether a function's parameters may be in it. @type {boolean[]} */
  const parentheses = []
  let mayBeParameters = false
  let [previous, previousStart, previousEnd] = [tokTypes.eof, 0, 0]
  try {
    // Its own getToken() makes an object of each token, of which a bundle has a million.
    const tokens = /** @type {Tokens} */ (/** @type {unknown} */ (acorn.tokenizer(source, OPTIONS)))
    for (tokens.next(); tokens.type !== tokTypes.eof; tokens.next()) {
      const { type, start, end } = tokens
      if (type === tokTypes.parenL) {
        const word = previous === tokTypes.name && previousEnd - previousStart === AWAIT.length
          ? source.slice(previousStart, previousEnd)
          : previous.keyword
        parentheses.push(word === undefined || !STATEMENTS.has(word))
      } else if (type === tokTypes.parenR) {
        mayBeParameters = parentheses.pop() === true
      } else if (type === tokTypes.braceL) {
        // A block on a line of its own may follow a call.
        const isBody =
          previous === tokTypes.arrow ||
          (previous === tokTypes.parenR && mayBeParameters && !LINE_END.test(source.slice(previousEnd, start)))
        open.push(isBody ? start : -1)
      } else if (type === tokTypes.dollarBraceL) {
        open.push(-1)
      } else if (type === tokTypes.braceR) {
        const opened = open.pop() ?? -1
        if (opened !== -1) bodies.push({ start: opened, end: start })
      }
      previous = type
      previousStart = start
      previousEnd = end
    }
  } catch {
    return null // only a parser knows where a regular expression begins
  }
  return open.length === 0 ? bodies : null
}

module.exports = { tokenBodies }

'use strict'
// Parses what stands around a place of a text, and leaves out the bodies of functions elsewhere. What encloses a
// function of a bundle is known after a quarter of the time that the tree of the bundle takes.

const acorn = require('acorn')
const { parseProgram } = require('./syntax')

/** @typedef {import('./syntax').AnyNode} AnyNode */
/** @typedef {{ start: number, end: number }} Body positions of the braces */

const { tokTypes } = acorn
/** What stands before the parenthesis of a statement that has a block and is no function. */
const STATEMENTS = new Set(['if', 'for', 'await', 'while', 'with', 'switch', 'catch'])
/** @type {import('acorn').Options} */
const OPTIONS = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }
const LINE_END = /[\n\r\u2028\u2029]/

class Outline {
  #source
  #bodies

  /** @param {string} source */
  constructor (source) {
    this.#source = source
    this.#bodies = functionBodies(source)
  }

  /**
   * @param {number} place
   * @returns {AnyNode|null} the tree of the text, in which functions are empty that are not around the place; null if
   *   the text has to be parsed as a whole
   */
  around (place) {
    if (this.#bodies === null) return null
    const parts = []
    let rest = this.#source.length
    for (let i = this.#bodies.length - 1; i >= 0; i--) {
      const { start, end } = this.#bodies[i]
      // Bodies in one that is empty end behind the rest.
      if (end > rest || (start < place && place <= end)) continue
      parts.push(this.#source.slice(end, rest), ' '.repeat(end - start - 1))
      rest = start + 1
    }
    parts.push(this.#source.slice(0, rest))
    return parseProgram(parts.reverse().join(''))
  }
}

/**
 * @param {string} source
 * @returns {Body[]|null} in the order of their ends; null if the text was not understood
 */
function functionBodies (source) {
  /** @type {Body[]} */
  const bodies = []
  /** Open braces; start is -1 if what begins there is no body. @type {number[]} */
  const open = []
  /** For each open parenthesis, whether a function's parameters may be in it. @type {boolean[]} */
  const parentheses = []
  let mayBeParameters = false
  /** @type {Pick<import('acorn').Token, 'type' | 'start' | 'end'>} */
  let previous = { type: tokTypes.eof, start: 0, end: 0 }
  try {
    const tokens = acorn.tokenizer(source, OPTIONS)
    for (let token = tokens.getToken(); token.type !== tokTypes.eof; token = tokens.getToken()) {
      const { type, start } = token
      if (type === tokTypes.parenL) {
        parentheses.push(!STATEMENTS.has(source.slice(previous.start, previous.end)))
      } else if (type === tokTypes.parenR) {
        mayBeParameters = parentheses.pop() === true
      } else if (type === tokTypes.braceL) {
        // A block on a line of its own may follow a call.
        const isBody =
          previous.type === tokTypes.arrow ||
          (previous.type === tokTypes.parenR && mayBeParameters && !LINE_END.test(source.slice(previous.end, start)))
        open.push(isBody ? start : -1)
      } else if (type === tokTypes.dollarBraceL) {
        open.push(-1)
      } else if (type === tokTypes.braceR) {
        const opened = open.pop() ?? -1
        if (opened !== -1) bodies.push({ start: opened, end: start })
      }
      previous = token
    }
  } catch {
    return null // only a parser knows where a regular expression begins
  }
  return open.length === 0 ? bodies : null
}

module.exports = { Outline }

'use strict'
// Decodes what a source map tells of scopes: the field `scopes` of
// https://github.com/tc39/ecma426/blob/main/proposals/scopes.md. It names the variables of each range of the code that
// ran, and the functions.

/** @typedef {import('./lines').Place} Place */

/**
 * @typedef {object} GeneratedRange a range of the code that ran
 * @property {Place} start
 * @property {Place} end
 * @property {boolean} isFunction the range is a function, and no block
 * @property {string} [functionName] original name of the function
 * @property {{ name: string, expression: string }[]} bindings original variables, each with the expression that has its
 *   value anywhere in the range
 */

/** @typedef {{ name: unknown, isFunction: boolean, variables: unknown[] }} OriginalScope */
/**
 * @typedef {GeneratedRange & { scope?: OriginalScope, expressions: unknown[], changing: Set<number>,
 *   lastChanging: number }} OpenRange
 */

/** How long the field may be. The decoded ranges take up to a hundred times as much memory. */
const MAX_CHARACTERS = 2 * 1024 * 1024

const SCOPE_START = 1
const SCOPE_END = 2
const SCOPE_VARIABLES = 3
const RANGE_START = 4
const RANGE_END = 5
const RANGE_BINDINGS = 6
const RANGE_SUBRANGES = 7

const SCOPE_HAS_NAME = 1
const SCOPE_IS_FUNCTION = 4
const RANGE_HAS_LINE = 1
const RANGE_HAS_SCOPE = 2
const RANGE_IS_FUNCTION = 4
const RANGE_IS_HIDDEN = 8

const DIGITS = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (digit, value) => [digit, value])
)
const CONTINUES = 32
const MAX_NUMBER = 2 ** 31

/**
 * @param {Record<string, unknown>} map as JSON
 * @returns {GeneratedRange[]} each before those inside it; none if the map tells no scopes, or is damaged
 */
function rangesOfMap (map) {
  try {
    return rangesFrom(map, { lineNumber: 0, columnNumber: 0 }, MAX_CHARACTERS).ranges
  } catch {
    return []
  }
}

/**
 * @param {Record<string, unknown>} map
 * @param {Place} start where the code of the map begins
 * @param {number} budget how many characters may be decoded
 * @returns {{ ranges: GeneratedRange[], budget: number }}
 */
function rangesFrom ({ sections, scopes, names }, start, budget) {
  if (typeof scopes === 'string' && Array.isArray(names)) {
    return scopes.length > budget
      ? { ranges: [], budget: 0 }
      : { ranges: new Decoder(names, start).decode(scopes), budget: budget - scopes.length }
  }
  /** @type {GeneratedRange[]} */
  const ranges = []
  for (const { offset, map } of Array.isArray(sections) ? sections : []) {
    const found = rangesFrom(map, { lineNumber: offset.line, columnNumber: offset.column }, budget)
    for (const range of found.ranges) ranges.push(range)
    budget = found.budget
  }
  return { ranges, budget }
}

class Decoder {
  #names
  /** @type {Place} */ #place
  /** All scopes in the order in which they begin. @type {OriginalScope[]} */ #scopes = []
  /** @type {OriginalScope[]} */ #openScopes = []
  /** @type {OpenRange[]} */ #ranges = []
  /** @type {OpenRange[]} */ #openRanges = []
  // Numbers in the text are the differences from the last number of the same kind.
  #name = 0
  #variable = 0
  #scope = 0

  /**
   * @param {unknown[]} names
   * @param {Place} start
   */
  constructor (names, start) {
    this.#names = names
    this.#place = start
  }

  /**
   * @param {string} text
   * @returns {GeneratedRange[]}
   */
  decode (text) {
    for (const item of text.split(',')) {
      const [tag, ...numbers] = numbersOf(item)
      if (tag === SCOPE_START) this.#startScope(numbers)
      else if (tag === SCOPE_END) this.#openScopes.pop()
      else if (tag === SCOPE_VARIABLES) this.#addVariables(numbers)
      else if (tag === RANGE_START) this.#startRange(numbers)
      else if (tag === RANGE_END) this.#endRange(numbers)
      else if (tag === RANGE_BINDINGS) this.#addBindings(numbers)
      else if (tag === RANGE_SUBRANGES) this.#addChanging(numbers)
    }
    return this.#ranges.map(({ scope, expressions, changing, lastChanging, ...range }) => range)
  }

  /** @param {number[]} numbers flags, line, column, perhaps the name */
  #startScope ([flags, , , name]) {
    const isNamed = (flags & SCOPE_HAS_NAME) !== 0
    if (isNamed) this.#name += signed(name)
    const scope = {
      name: isNamed ? this.#names[this.#name] : undefined,
      isFunction: (flags & SCOPE_IS_FUNCTION) !== 0,
      variables: []
    }
    this.#scopes.push(scope)
    this.#openScopes.push(scope)
  }

  /** @param {number[]} numbers */
  #addVariables (numbers) {
    for (const number of numbers) {
      this.#variable += signed(number)
      this.#openScopes.at(-1)?.variables.push(this.#names[this.#variable])
    }
  }

  /** @param {number[]} numbers flags, perhaps the line, column, perhaps the scope */
  #startRange ([flags, ...numbers]) {
    const line = (flags & RANGE_HAS_LINE) === 0 ? 0 : (numbers.shift() ?? 0)
    this.#move(line, numbers[0])
    const hasScope = (flags & RANGE_HAS_SCOPE) !== 0
    if (hasScope) this.#scope += signed(numbers[1])
    const scope = hasScope ? this.#scopes[this.#scope] : undefined
    /** @type {OpenRange} */
    const range = {
      start: this.#place,
      end: this.#place,
      isFunction: (flags & RANGE_IS_FUNCTION) !== 0,
      bindings: [],
      scope,
      expressions: [],
      changing: new Set(),
      lastChanging: 0
    }
    const isShown = range.isFunction && scope?.isFunction === true && (flags & RANGE_IS_HIDDEN) === 0
    if (isShown && typeof scope.name === 'string') range.functionName = scope.name
    this.#ranges.push(range)
    this.#openRanges.push(range)
  }

  /** @param {number[]} numbers perhaps the line, column */
  #endRange (numbers) {
    this.#move(numbers.length > 1 ? numbers[0] : 0, numbers[numbers.length - 1])
    const range = this.#openRanges.pop()
    if (range === undefined) return
    range.end = this.#place
    range.scope?.variables.forEach((name, i) => {
      const expression = range.changing.has(i) ? undefined : range.expressions[i]
      if (typeof name === 'string' && typeof expression === 'string') range.bindings.push({ name, expression })
    })
  }

  /** @param {number[]} numbers */
  #addBindings (numbers) {
    // 0 stands for a variable without a value.
    for (const number of numbers) this.#openRanges.at(-1)?.expressions.push(this.#names[number - 1])
  }

  /**
   * A variable that has other expressions in parts of the range gets no name.
   * @param {number[]} numbers the variable, then expressions and where they begin
   */
  #addChanging ([number]) {
    const range = this.#openRanges.at(-1)
    if (range === undefined) return
    // The proposal counts from the last such variable, and the encoder of its authors from the first variable.
    range.lastChanging += number
    range.changing.add(number).add(range.lastChanging)
  }

  /**
   * @param {number} lines
   * @param {number} columns
   */
  #move (lines, columns) {
    const { lineNumber, columnNumber } = this.#place
    this.#place = { lineNumber: lineNumber + lines, columnNumber: lines === 0 ? columnNumber + columns : columns }
  }
}

/**
 * @param {string} item numbers as base64 VLQ, without signs
 * @returns {number[]}
 * @throws {RangeError} if it is none
 */
function numbersOf (item) {
  /** @type {number[]} */
  const numbers = []
  let number = 0
  let weight = 1
  for (const character of item) {
    const digit = DIGITS.get(character)
    if (digit === undefined || number >= MAX_NUMBER) throw new RangeError('not a number of a source map')
    number += (digit % CONTINUES) * weight
    weight *= CONTINUES
    if (digit >= CONTINUES) continue
    numbers.push(number)
    number = 0
    weight = 1
  }
  return numbers
}

/** @param {number} number whose lowest bit is the sign */
function signed (number) {
  return number % 2 === 1 ? -(number - 1) / 2 : number / 2
}

module.exports = { rangesOfMap }

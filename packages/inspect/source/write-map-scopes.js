'use strict'
// Writes the names of the frames into a source map, as the field `scopes` of
// https://github.com/tc39/ecma426/blob/main/proposals/scopes.md. DevTools names each frame by its source map alone:
// without `scopes` by a search of its own in the code that ran, which knows less than the dump, and takes away what
// stands before the name, such as `await` (`createFromAst` and `translateRawFrame` in
// https://github.com/ChromeDevTools/devtools-frontend/blob/021a22836f/front_end/core/sdk/SourceMapScopesInfo.ts).

/** @typedef {import('./lines').Place} Place */
/** @typedef {Place & { functionName: string }} NamedPlace 0-based, in the code that ran */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CONTINUES = 32

const SCOPE_START = 1
const SCOPE_END = 2
const RANGE_START = 4
const RANGE_END = 5
/** A scope that has a name and is a function. */
const NAMED_FUNCTION = 5
/** A range that has a scope, and is a function. */
const FUNCTION_RANGE = 6
const HAS_LINE = 1

/**
 * Each place becomes a function of its own, one column wide. DevTools asks for no other place.
 * @param {NamedPlace[]} places
 * @param {number} count how many names the map has
 * @returns {{ scopes: string, names: string[] }} names: to be added to those of the map
 */
function scopesOf (places, count) {
  /** @type {Map<string, NamedPlace>} */
  const byPlace = new Map()
  for (const place of places) {
    const key = `${place.lineNumber}:${place.columnNumber}`
    if (!byPlace.has(key)) byPlace.set(key, place)
  }
  const all = [...byPlace.values()].sort(
    (a, b) => a.lineNumber - b.lineNumber || a.columnNumber - b.columnNumber
  )
  // All stand in one scope of the first source. Where they stand there is of no use.
  const scopes = all.flatMap((_, i) => [
    item(SCOPE_START, NAMED_FUNCTION, 0, 0, signed(i === 0 ? count : 1)),
    item(SCOPE_END, 0, 0)
  ])
  let last = { lineNumber: 0, columnNumber: 0 }
  const ranges = all.flatMap(({ lineNumber, columnNumber }) => {
    const lines = lineNumber - last.lineNumber
    const start =
      lines === 0
        ? item(FUNCTION_RANGE, columnNumber - last.columnNumber)
        : item(FUNCTION_RANGE + HAS_LINE, lines, columnNumber)
    last = { lineNumber, columnNumber: columnNumber + 1 }
    return [item(RANGE_START) + start + item(signed(1)), item(RANGE_END, 1)]
  })
  return {
    scopes: [item(SCOPE_START, 0, 0, 0), ...scopes, item(SCOPE_END, 0, 0), ...ranges].join(','),
    names: all.map(({ functionName }) => functionName)
  }
}

/**
 * @param {...number} numbers
 * @returns {string} as base64 VLQ, without signs
 */
function item (...numbers) {
  return numbers.map(encoded).join('')
}

/** @param {number} number */
function encoded (number) {
  let text = ''
  for (; number >= CONTINUES; number = Math.floor(number / CONTINUES)) text += DIGITS[CONTINUES + (number % CONTINUES)]
  return text + DIGITS[number]
}

/** @param {number} number not negative: the lowest bit of the result is its sign */
const signed = number => number * 2

module.exports = { scopesOf }

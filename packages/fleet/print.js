'use strict'
// Prints answers: as a table for people, as JSON or CSV for programs.

/** @typedef {import('@duckdb/node-api').Json} Json */
/** @typedef {import('./types').Source} Source */

/**
 * @typedef {object} Answer
 * @property {string[]} names
 * @property {string[]} types of SQL
 * @property {AsyncIterable<(Json | null)[][]>} rows
 */

/** A table for people. Programs take all rows, by --json or --csv. */
const MAX_ROWS = 1000
const MAX_CELL = 200
const MIN_CELL = 8

/** Numbers of these types are texts in DuckDB's JSON, because JavaScript may not hold them. */
const NUMBER = /^(?:U?BIGINT|U?HUGEINT|DECIMAL)/
const ANY_NUMBER = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|DECIMAL|DOUBLE|FLOAT)/

/**
 * @param {Json | null} value
 * @param {string} type
 * @returns {Json | null}
 */
function jsonValue (value, type) {
  if (typeof value !== 'string' || !NUMBER.test(type)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) || type.startsWith('DECIMAL') ? number : value
}

/**
 * @param {Json | null} value
 * @returns {string}
 */
function textOf (value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * @param {Source} source
 * @param {Answer} answer
 */
async function printJson ({ write, plainJson }, { names, types, rows }) {
  let isFirst = true
  for await (const chunk of rows) {
    for (const row of chunk) {
      const object = Object.fromEntries(row.map((value, i) => [names[i], jsonValue(value, types[i])]))
      write((isFirst ? '[\n' : ',\n') + '  ' + plainJson(JSON.stringify(object)))
      isFirst = false
    }
  }
  write(isFirst ? '[]\n' : '\n]\n')
}

/**
 * Prints CSV as RFC 4180 describes it.
 * @param {Source} source
 * @param {Answer} answer
 */
async function printCsv ({ write, plain, isTerminal }, { names, rows }) {
  const cell = (/** @type {string} */ text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const line = (/** @type {string[]} */ cells) => {
    const text = cells.map(cell).join(',')
    // A program gets the very bytes; a terminal must not run what is in them.
    return (isTerminal ? plain(text) : text) + '\r\n'
  }
  write(line(names))
  for await (const chunk of rows) {
    write(chunk.map(row => line(row.map(value => (value === null ? '' : textOf(value))))).join(''))
  }
}

/**
 * @param {Source} source
 * @param {Answer} answer
 */
async function printTable (source, { names, types, rows }) {
  const { write, plain, cut, widthOf, columns, isTerminal } = source
  /** @type {string[][]} */
  const shown = []
  let isCut = false
  for await (const chunk of rows) {
    for (const row of chunk) {
      isCut = shown.length === MAX_ROWS
      if (isCut) break
      shown.push(row.map(value => (value === null ? 'NULL' : cut(plain(textOf(value)), MAX_CELL))))
    }
    if (isCut) break
  }
  const headings = names.map(name => cut(plain(name), MAX_CELL))
  const wanted = headings.map((heading, i) => Math.max(widthOf(heading), ...shown.map(row => widthOf(row[i]))))
  const widths = isTerminal ? fitted(wanted, columns) : wanted
  const line = (/** @type {string[]} */ cells) => {
    const padded = cells.map((cell, i) => {
      const text = cut(cell, widths[i])
      const gap = ' '.repeat(widths[i] - widthOf(text))
      return ANY_NUMBER.test(types[i]) ? gap + text : text + gap
    })
    return padded.join('  ').trimEnd() + '\n'
  }
  write(line(headings))
  write(widths.map(width => '-'.repeat(width)).join('  ') + '\n')
  for (const row of shown) write(line(row))
  if (isCut) write(`the first ${MAX_ROWS} rows; --json and --csv print all\n`)
  else write(`${shown.length} row${shown.length === 1 ? '' : 's'}\n`)
}

/**
 * Makes the widest columns narrower until a line fits.
 * @param {number[]} widths
 * @param {number} columns
 * @returns {number[]}
 */
function fitted (widths, columns) {
  const fit = [...widths]
  const total = fit.reduce((sum, width) => sum + width + 2, -2)
  for (let excess = total - columns; excess > 0; excess--) {
    const widest = Math.max(...fit)
    if (widest <= MIN_CELL) break
    fit[fit.indexOf(widest)]--
  }
  return fit
}

module.exports = { printCsv, printJson, printTable }

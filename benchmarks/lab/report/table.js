'use strict'
// Renders tables: plain text for the terminal, Markdown for the docs.

/** Columns of a line in the docs. */
const WIDTH = 120

/**
 * @param {number} value
 * @param {number} [digits]
 * @returns {string}
 */
function number (value, digits) {
  if (!Number.isFinite(value)) return '–'
  const places = digits ?? (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)
  return value.toFixed(places).replace(/^-(0(\.0+)?)$/, '$1')
}

/**
 * @param {import('../conclusions/stats').Estimate | undefined} estimate
 * @param {number} [digits]
 * @param {number} [rounds] number of rounds that the reader knows already
 * @returns {string} `1.02 (1.01 to 1.03)`; `1.02 (n = 3)` if there are too few rounds for an interval;
 *   `1.02 (1.01 to 1.03), n = 8` if the number of rounds differs from `rounds`
 */
function interval (estimate, digits = 3, rounds = estimate?.count) {
  if (estimate === undefined) return ''
  const { median, low, high, count } = estimate
  if (Number.isNaN(low)) return `${number(median, digits)} (n = ${count})`
  return (
    `${number(median, digits)} (${number(low, digits)} to ${number(high, digits)})` +
    (count === rounds ? '' : `, n = ${count}`)
  )
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string}
 */
function markdown (head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * Renders one table, or several if its rows would be too long.
 *
 * @param {string[][]} first columns that all of the tables have: the head and then the cells
 * @param {string[][][]} groups groups of columns that stay together
 * @returns {string} Markdown
 */
function tables (first, groups) {
  /** @type {string[][][]} */
  const split = []
  for (const group of groups) {
    const last = split.at(-1)
    const together = [...(last ?? []), ...group]
    const fits = ofColumns([...first, ...together]).split('\n').every(line => line.length <= WIDTH)
    if (last === undefined || !fits) split.push(group)
    else split[split.length - 1] = together
  }
  return (split.length === 0 ? [[]] : split).map(columns => ofColumns([...first, ...columns])).join('\n\n')
}

/** @param {string[][]} columns @returns {string} */
function ofColumns (columns) {
  const [head, ...rows] = columns[0].map((_, index) => columns.map(column => column[index]))
  return markdown(head, rows)
}

/**
 * @param {string} paragraph
 * @param {string} [indent] indentation of the lines after the first
 * @returns {string} the paragraph in short lines, broken between words
 */
function filled (paragraph, indent = '') {
  /** @type {string[]} */
  const lines = []
  for (const word of paragraph.split(/\s+/)) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last === undefined) lines.push(word)
    else if (longer.length <= WIDTH) lines[lines.length - 1] = longer
    else lines.push(indent + word)
  }
  return lines.join('\n')
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string}
 */
function text (head, rows) {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map(row => row[column].length)))
  return [head, ...rows]
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

module.exports = { filled, interval, markdown, number, tables, text }

'use strict'
// Tables: plain text for the terminal, Markdown for the docs.

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
 * @param {import('./stats').Estimate | undefined} estimate
 * @param {number} [digits]
 * @param {number} [rounds] that the reader is told of elsewhere
 * @returns {string} `1.02 (1.01 to 1.03)`; `1.02 (n = 3)` where there are too few for an interval; `1.02 (1.01 to
 *   1.03), n = 8` where it is not of all rounds
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
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---'))), ...rows.map(line)].join('\n')
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

module.exports = { interval, markdown, number, text }

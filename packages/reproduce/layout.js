'use strict'
// Lays pieces of a script out in a text in which each stands on the lines that it has in the script.

const { LineTable, linesOf } = require('crash-collector-inspect/source/lines')

/** @typedef {{ start: number, end: number, before: string, after: string }} Piece of the script, with code around it */
/** @typedef {{ start: number, end: number, text: string }} Edit what replaces a range of the script */

/**
 * @param {object} parts
 * @param {string} parts.source
 * @param {Piece[]} parts.pieces
 * @param {Edit[]} parts.edits
 * @param {string[]} parts.header comments, which are left out if there is no room for them
 * @param {string|null} parts.directive
 * @param {string[]} parts.declarations
 * @param {string[]} parts.footer
 * @returns {string}
 */
function layOut ({ source, pieces, edits, header, directive, declarations, footer }) {
  const table = new LineTable(source)
  const sorted = [...edits].sort((a, b) => a.start - b.start)
  /** @type {string[]} */
  const lines = []
  for (const { start, end, before, after } of [...pieces].sort((a, b) => a.start - b.start)) {
    const { lineNumber, columnNumber } = table.placeAt(start)
    while (lines.length <= lineNumber) lines.push('')
    const [first, ...rest] = linesOf(edited(source, start, end, sorted))
    const indent = /^\s*/.exec(source.slice(start - columnNumber, start))?.[0] ?? ''
    lines[lineNumber] += `${lines[lineNumber] === '' ? indent : '; '}${before}${first}`
    lines.push(...rest)
    lines[lines.length - 1] += after
  }
  return `${[...withHeader(lines, { header, directive, declarations }), '', ...footer].join('\n')}\n`
}

/**
 * @param {string} source
 * @param {number} start
 * @param {number} end
 * @param {Edit[]} edits
 * @returns {string} the range with what is edited in it
 */
function edited (source, start, end, edits) {
  let text = ''
  let position = start
  for (const edit of edits) {
    if (edit.start < position || edit.end > end) continue
    text += source.slice(position, edit.start) + edit.text
    position = edit.end
  }
  return text + source.slice(position, end)
}

/**
 * Puts the header and the declarations into the lines before the code, which stays where it is.
 * @param {string[]} lines
 * @param {{ header: string[], directive: string|null, declarations: string[] }} parts
 * @returns {string[]}
 */
function withHeader (lines, { header, directive, declarations }) {
  const first = directive === null ? [] : [directive]
  const free = lines.findIndex(line => line !== '')
  const all = [...first, ...header, ...declarations]
  if (all.length <= free) return [...all, ...lines.slice(all.length)]
  const code = [...first, ...declarations]
  if (code.length === 0) return lines
  if (code.length <= free) return [...code, ...lines.slice(code.length)]
  return [`${code.join('; ')}${free > 0 ? '' : `; ${lines[0]}`}`, ...lines.slice(1)]
}

module.exports = { layOut }

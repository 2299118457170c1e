'use strict'
// Colours text for terminals.

const { cut, widthOf } = require('./terminal-text')

/** SGR codes: start and end. */
const CODES = /** @type {const} */ ({
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  grey: [90, 39]
})

/** @typedef {keyof typeof CODES} Style */
/** @typedef {(style: Style, text: string) => string} Paint */

/** @type {Paint} */
const noPaint = (style, text) => text

/** @type {Paint} */
const sgrPaint = (style, text) => (text === '' ? '' : `\x1b[${CODES[style][0]}m${text}\x1b[${CODES[style][1]}m`)

/**
 * Colours text only on a terminal, unless NO_COLOR (https://no-color.org) or FORCE_COLOR says otherwise.
 * @param {boolean} isTerminal
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Paint}
 */
function createPaint (isTerminal, env = process.env) {
  if (env.NO_COLOR) return noPaint
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return sgrPaint
  return isTerminal && env.TERM !== 'dumb' ? sgrPaint : noPaint
}

/**
 * Removes the colours of this module from a text, to measure it. Any other ESC in the text was escaped before.
 * @param {string} text
 */
function withoutPaint (text) {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\x1b\[\d+m/g, '')
}

/**
 * Cuts a line with colours to a number of columns. All of its colours still end.
 * @param {string} line
 * @param {number} columns
 */
function cutPainted (line, columns) {
  if (widthOf(withoutPaint(line)) <= columns) return line
  let left = columns
  // eslint-disable-next-line no-control-regex
  return line.replace(/(\x1b\[\d+m)|[^\x1b]+/g, (text, /** @type {string|undefined} */ colour) => {
    if (colour !== undefined || left === 0) return colour ?? ''
    const width = widthOf(text)
    // One column is kept for the ellipsis, because something will be cut.
    const shown = width < left ? text : cut(`${text}…`, left)
    left = width < left ? left - width : 0
    return shown
  })
}

module.exports = { createPaint, noPaint, withoutPaint, cutPainted }

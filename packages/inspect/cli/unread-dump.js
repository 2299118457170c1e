'use strict'
// Makes the line of a list for a dump that can't be read.

const path = require('node:path')
const { createPaint } = require('../text/colours')
const { cut, plain, widthOf } = require('../text/terminal-text')

/**
 * @param {string} start of the line
 * @param {string} file
 * @param {{ message: string }} problem
 * @param {Pick<import('./types').Output, 'columns' | 'isTerminal'>} output
 * @returns {string} a line, on a terminal cut to fit; the file's name stays whole, because the user needs it to remove
 *   the file
 */
function unreadLine (start, file, { message }, { columns, isTerminal }) {
  const named = `${start}${plain(path.basename(file))}  `
  const why = plain(message.replace(file, 'it'))
  return named + createPaint(isTerminal)('red', isTerminal ? cut(why, Math.max(20, columns - widthOf(named))) : why)
}

module.exports = { unreadLine }

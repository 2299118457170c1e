'use strict'
// A dump that a list can't tell more of than why.

const path = require('node:path')
const { paintFor } = require('../../text/colours')
const { cut, plain, widthOf } = require('../../text/terminal-text')

/**
 * @param {string} start of the line
 * @param {string} file
 * @param {{ message: string }} problem
 * @param {Pick<import('../types').Output, 'columns' | 'isTerminal'>} output
 * @returns {string} a line; on a terminal it fits, and the file's name, by which it can be removed, stays whole
 */
function unreadLine (start, file, { message }, { columns, isTerminal }) {
  const named = `${start}${plain(path.basename(file))}  `
  const why = plain(message.replace(file, 'it'))
  return named + paintFor(isTerminal)('red', isTerminal ? cut(why, Math.max(20, columns - widthOf(named))) : why)
}

module.exports = { unreadLine }

'use strict'
// Tells by the names of files for which dumps of a directory the command of the setting `onDump` has yet to run. A
// folder beside the dumps has a mark for each dump that had a run, and a file whose name is the time from which on
// dumps count. So a dump that was written when nothing could be started, as in a signal handler, has its turn, too.
//
// The dying process uses the names, so nothing is taken from Node.js or from the global object here.

const { parseDumpName } = require('./store')

/** Name of the folder. */
const SPOOL = '.on-dump'

/** Ends of the names of marks; before stands the name of the dump. */
const DONE = '.done'
const FAILED = '.failed'
/** The file was modified at the time of the next attempt. */
const WAITING = '.waiting'

/** A file that the program makes before it looks for dumps for the last time. The start of the next one removes it. */
const ENDING = 'ending'

const SINCE = 'since.'

/**
 * The contents of a mark, as JSON.
 * @typedef {object} Attempts
 * @property {number} attempts how often the command was begun
 * @property {string} reason why the last attempt failed; '' if it did not
 */

/**
 * @param {number} ms since 1970
 * @returns {string} name of the file that says from when on dumps count. Names of dumps have whole seconds
 */
function sinceName (ms) {
  return `${SINCE}${ms - (ms % 1000)}`
}

/**
 * @param {string[]} names of the files in the directory of the dumps
 * @param {string[]} marks names of the files in the folder
 * @returns {{ name: string, isWaiting: boolean }[]} dumps for which the command has to run; isWaiting: it has failed
 *   before, or it runs now
 */
function openDumps (names, marks) {
  const known = new Set(marks)
  const since = sinceOf(marks)
  const isOver = (/** @type {string} */ name) => known.has(name + DONE) || known.has(name + FAILED)
  return names
    .filter(name => (parseDumpName(name)?.timeMs ?? -1) >= since && !isOver(name))
    .map(name => ({ name, isWaiting: known.has(name + WAITING) }))
}

/**
 * @param {string[]} marks
 * @returns {number} 0: all dumps count
 */
function sinceOf (marks) {
  const times = marks.filter(name => name.startsWith(SINCE)).map(name => Number(name.slice(SINCE.length)))
  return times.length === 0 ? 0 : Math.min(...times)
}

/**
 * @param {string} mark name of a file in the folder
 * @returns {string | null} name of its dump; null if it is no mark
 */
function dumpOfMark (mark) {
  const end = [DONE, FAILED, WAITING].find(each => mark.endsWith(each))
  return end === undefined ? null : mark.slice(0, -end.length)
}

module.exports = { DONE, ENDING, FAILED, SPOOL, WAITING, dumpOfMark, openDumps, sinceName }

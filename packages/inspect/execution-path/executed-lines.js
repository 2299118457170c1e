'use strict'
// Tells for each line of a script if requests ran it, and when first.

const { lineStarts } = require('../source/lines')

/** @typedef {import('crash-collector-shared/dump/event-types').ExecutedBlock} ExecutedBlock */
/** @typedef {import('crash-collector-shared/dump/event-types').ExecutionPathRecord} ExecutionPathRecord */

/**
 * A line of a script. ran: all of it ran, a part of it, nothing, or the error was thrown there; undefined: nothing
 * there could run, or nothing around it did. step: index of the first step on the line; ms: its time since the
 * request's start.
 * @typedef {{ ran?: 'all' | 'part' | 'nothing' | 'threw', step?: number, ms?: number }} ExecutedLine
 */

/** Units of a text that nobody runs for themselves. */
const SILENT = /[\s{}()[\];,]/

/** The value of a line in code that could not have run. */
const OUTSIDE = -2
const NOT_RUN = -1
/** The value of comments, and of parts that are not run by themselves. */
const NO_CODE = -3

/**
 * @param {ExecutionPathRecord} path
 * @param {number} index of the script in the path
 * @param {string} source
 * @returns {ExecutedLine[]}
 */
function executedLines (path, index, source) {
  return valuesByLine(source, executedUnits(path, index, source)).map(steps => lineOfSteps(steps, path))
}

/**
 * @param {ExecutionPathRecord} path
 * @param {number} index of the script in the path
 * @param {string} source
 * @returns {Int32Array} for each unit of the text, the step of the innermost block around it, or a constant
 */
function executedUnits (path, index, source) {
  /** @type {Map<number, number>} step of each block that ran */
  const stepOf = new Map()
  path.steps.forEach(([script, block], step) => {
    if (script === index && !stepOf.has(block)) stepOf.set(block, step)
  })
  return valuesByUnit(source, path.scripts[index].blocks, (block, type, around) => {
    // A block that did not run within one that did not run is not worth a word.
    const otherwise = around === OUTSIDE || type === 'module' ? OUTSIDE : NOT_RUN
    return stepOf.get(block) ?? otherwise
  })
}

/**
 * @param {number[]} values of the units of a line, each once
 * @param {ExecutionPathRecord} path
 * @returns {ExecutedLine}
 */
function lineOfSteps (values, path) {
  const rests = values.includes(NOT_RUN)
  const ran = values.filter(step => step >= 0)
  if (ran.length === 0) return rests ? { ran: 'nothing' } : {}
  const step = Math.min(...ran)
  return { ran: rests ? 'part' : 'all', step, ms: path.steps[step][2] }
}

/**
 * @param {ExecutedBlock[]} blocks
 * @param {number[]} counts how many requests ran each block
 * @param {string} source
 * @returns {(number | undefined)[]} for each line, how many requests ran something there; undefined: there is no code,
 *   or there is some that runs when the module is loaded, which is in no path
 */
function countedLines (blocks, counts, source) {
  return valuesByLine(source, countedUnits(blocks, counts, source)).map(countOf)
}

/**
 * @param {ExecutedBlock[]} blocks
 * @param {number[]} counts how many requests ran each block
 * @param {string} source
 * @returns {Int32Array} for each unit of the text, how many requests ran it, or a constant
 */
function countedUnits (blocks, counts, source) {
  return valuesByUnit(source, blocks, (block, type, around) => {
    if (counts[block] > 0) return counts[block]
    return type !== 'function' && (around === OUTSIDE || type === 'module') ? OUTSIDE : 0
  })
}

/**
 * @param {number[]} values of the units of a line
 * @returns {number | undefined} how many requests ran something on the line; undefined if it does not count
 */
function countOf (values) {
  const most = Math.max(...values)
  return most > 0 || (most === 0 && !values.includes(OUTSIDE)) ? most : undefined
}

/**
 * @param {string} source
 * @param {ExecutedBlock[]} blocks
 * @param {(block: number, type: string, around: number) => number} valueOf around: the value of the block around it
 * @returns {Int32Array} for each unit of the text, the value of the innermost block around it, OUTSIDE if there is
 *   none, or NO_CODE
 */
function valuesByUnit (source, blocks, valueOf) {
  const values = new Int32Array(source.length).fill(OUTSIDE)
  for (const block of fromOutside(blocks)) {
    const [type, start, end] = blocks[block]
    values.fill(valueOf(block, type, values[start]), start, end)
  }
  const comments = commentsIn(source)
  for (let i = 0; i < source.length; i++) if (comments[i] === 1 || SILENT.test(source[i])) values[i] = NO_CODE
  return values
}

/**
 * @param {string} source
 * @param {Int32Array} values of its units
 * @returns {number[][]} for each line, the values of its code, each once
 */
function valuesByLine (source, values) {
  const starts = [...lineStarts(source)]
  return starts.map((start, line) => {
    const found = new Set(values.subarray(start, starts[line + 1] ?? source.length))
    found.delete(NO_CODE)
    return [...found]
  })
}

/**
 * @param {ExecutedBlock[]} blocks
 * @returns {number[]} their indexes, those of outer blocks before those of inner ones
 */
function fromOutside (blocks) {
  return blocks
    .map((_, block) => block)
    .sort((a, b) => blocks[a][1] - blocks[b][1] || blocks[b][2] - blocks[a][2])
}

/**
 * @param {string} source
 * @returns {Uint8Array} 1 for each unit of a comment
 */
function commentsIn (source) {
  const marks = new Uint8Array(source.length)
  const mark = (/** @type {unknown} */ _block, /** @type {string} */ _text, /** @type {number} */ from,
    /** @type {number} */ to) => marks.fill(1, from, to)
  try {
    const tokens = require('acorn').tokenizer(source, { ecmaVersion: 'latest', allowHashBang: true, onComment: mark })
    while (tokens.getToken().type.label !== 'eof');
  } catch {} // The comments after the place at which the tokenizer gives up are taken for code.
  return marks
}

module.exports = {
  NO_CODE,
  commentsIn,
  countOf,
  countedLines,
  countedUnits,
  executedLines,
  executedUnits,
  fromOutside,
  lineOfSteps
}

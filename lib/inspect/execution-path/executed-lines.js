'use strict'
// Tells for each line of a script if the request ran it, and when first.

const { lineStarts } = require('../source/lines')

/** @typedef {import('../../dump/event-types').ExecutionPathRecord} ExecutionPathRecord */

/**
 * A line of a script. ran: all of it ran, a part of it, or nothing; undefined: nothing there could run, or nothing
 * around it did. step: index of the first step on the line; ms: its time since the request's start.
 * @typedef {{ ran?: 'all' | 'part' | 'nothing', step?: number, ms?: number }} ExecutedLine
 */

/** Units of a text that nobody runs for themselves. */
const SILENT = /[\s{}()[\];,]/

/**
 * @param {ExecutionPathRecord} path
 * @param {number} index of the script in the path
 * @param {string} source
 * @returns {ExecutedLine[]}
 */
function executedLines (path, index, source) {
  const { blocks } = path.scripts[index]
  /** @type {Map<number, number>} step of each block that ran */
  const stepOf = new Map()
  path.steps.forEach(([script, block], step) => {
    if (script === index && !stepOf.has(block)) stepOf.set(block, step)
  })
  const steps = innermostSteps(blocks, stepOf, source.length)
  const starts = [...lineStarts(source)]
  const comments = commentsIn(source)
  return starts.map((start, line) => {
    const end = starts[line + 1] ?? source.length
    let first = Infinity
    let rests = false
    for (let i = start; i < end; i++) {
      if (steps[i] === OUTSIDE || comments[i] === 1 || SILENT.test(source[i])) continue
      if (steps[i] === NOT_RUN) rests = true
      else first = Math.min(first, steps[i])
    }
    if (first === Infinity) return rests ? { ran: 'nothing' } : {}
    return { ran: rests ? 'part' : 'all', step: first, ms: path.steps[first][2] }
  })
}

const OUTSIDE = -2
const NOT_RUN = -1

/**
 * @param {import('../../dump/event-types').ExecutedBlock[]} blocks
 * @param {Map<number, number>} stepOf
 * @param {number} length
 * @returns {Int32Array} for each unit of the text, the step of the innermost block around it, or one of the constants
 */
function innermostSteps (blocks, stepOf, length) {
  const steps = new Int32Array(length).fill(OUTSIDE)
  // Inner blocks come after outer ones.
  const order = blocks.map((_, block) => block)
  order.sort((a, b) => blocks[a][1] - blocks[b][1] || blocks[b][2] - blocks[a][2])
  for (const block of order) {
    const [type, start, end] = blocks[block]
    // What did not run within something that did not run is not worth a word.
    const around = steps[start] === OUTSIDE || type === 'module' ? OUTSIDE : NOT_RUN
    steps.fill(stepOf.get(block) ?? around, start, end)
  }
  return steps
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

module.exports = { executedLines }

'use strict'
// Finds where the counters of a file belong. Text is only inserted: nothing is removed and no line is added, so that
// positions and texts can be given back (woven-file.js). A function reads once, at its entry, on whose behalf it runs;
// its other counters test that number.

const acorn = require('acorn')

const { visitorFor } = require('./visit')

/** @typedef {import('./visit').Insert} Insert */
/** @typedef {import('./visit').Block} Block */

/** Files of people are far shorter, and a bundle of a whole program would take seconds to parse. */
const MAX_LENGTH = 1_000_000

/** Names of the counters begin with it, so a file that has it itself is left alone. */
const RESERVED = '_$'

/**
 * @typedef {object} Woven
 * @property {Insert[]} inserts by offset
 * @property {Block[]} blocks the first is the module
 */

/**
 * @param {string} source
 * @param {'commonjs' | 'module'} format
 * @param {{ statements: boolean }} options statements: each statement has a counter; false: each block
 * @returns {Woven | string} a string is the reason why the file has to run as it is
 */
function weave (source, format, { statements }) {
  if (source.length > MAX_LENGTH) return 'size'
  if (source.includes(RESERVED)) return 'reservedName'
  let tree
  try {
    tree = parse(source, format)
  } catch {
    return 'syntax'
  }
  /** @type {Woven} */
  const woven = { inserts: [], blocks: [] }
  const problem = visitorFor(source, statements, woven).program(tree)
  if (problem !== null) return problem
  // Sorting is stable: inserts at one place stay in the order in which they were made.
  woven.inserts.sort((a, b) => a.offset - b.offset)
  return woven
}

/**
 * @param {string} source
 * @param {'commonjs' | 'module'} format
 */
function parse (source, format) {
  const isModule = format === 'module'
  return acorn.parse(source, {
    ecmaVersion: 'latest',
    sourceType: isModule ? 'module' : 'script',
    allowHashBang: true,
    allowReturnOutsideFunction: !isModule,
    allowAwaitOutsideFunction: isModule,
    preserveParens: true
  })
}

module.exports = { RESERVED, weave }

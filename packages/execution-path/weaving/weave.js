'use strict'
// Finds where the counters of a file belong. Text is only inserted: nothing is removed and no line is added, so that
// positions and texts can be given back (woven-file.js). A function reads once, at its entry, on whose behalf it runs;
// its other counters test that number.

const { RESERVED } = require('./templates')
const { visitorFor } = require('./visit')

/** @typedef {import('./visit').Block} Block */

/** Files of people are far shorter, and a bundle of a whole program would take seconds to parse. */
const MAX_LENGTH = 1_000_000

/** Looked up at the start, so that a missing package is noticed then. */
const PARSER = require.resolve('acorn')

/**
 * The texts that are inserted into a file.
 * @typedef {object} Woven
 * @property {string[]} texts in which `@` stands for the id of a block
 * @property {number[]} inserts by offset, three numbers for each: its offset, the index of its text, and that of the
 *   block; -1 if its text has none
 * @property {number} blockCount
 * @property {() => Block[]} blocksOf the first is the module
 */

/**
 * @callback Weave
 * @param {string} source
 * @param {'commonjs' | 'module'} format
 * @returns {Woven | string} a string is the reason why the file has to run as it is
 */

/** @type {Weave} */
function weave (source, format) {
  if (source.length > MAX_LENGTH) return 'size'
  if (source.includes(RESERVED)) return 'reservedName'
  const acorn = loadParser()
  if (acorn === null) return 'empty'
  let tree
  try {
    tree = parse(acorn, source, format)
  } catch {
    return 'syntax'
  }
  /** @type {{ inserts: import('./visit').Insert[], blocks: Block[] }} */
  const found = { inserts: [], blocks: [] }
  const problem = visitorFor(source, found).program(tree)
  return problem ?? packed(found)
}

/** @type {import('acorn') | null | undefined} null while it is being loaded */
let parser

/**
 * Loads the parser when the first file has to be parsed: a file whose table is in the cache needs none. The parser is
 * not the application's, and require.cache looks as if it had not been loaded.
 * @returns {import('acorn') | null} null if this is a file of the parser itself, when all packages are woven
 */
function loadParser () {
  if (parser !== undefined) return parser
  parser = null
  const { cache } = require
  const ofApplication = cache[PARSER]
  delete cache[PARSER]
  const loaded = require(PARSER)
  parser = loaded
  if (ofApplication === undefined) delete cache[PARSER]
  else cache[PARSER] = ofApplication
  return loaded
}

/** @param {{ inserts: import('./visit').Insert[], blocks: Block[] }} found @returns {Woven} */
function packed ({ inserts, blocks }) {
  // Sorting is stable: inserts at one place stay in the order in which they were made.
  inserts.sort((a, b) => a.offset - b.offset)
  /** @type {Map<string, number>} */
  const indexes = new Map()
  /** @type {number[]} */
  const numbers = []
  for (const { offset, text: textOf, block } of inserts) {
    const text = textOf()
    const index = indexes.get(text) ?? indexes.size
    indexes.set(text, index)
    numbers.push(offset, index, block)
  }
  return { texts: [...indexes.keys()], inserts: numbers, blockCount: blocks.length, blocksOf: () => blocks }
}

/**
 * @param {import('acorn')} acorn
 * @param {string} source
 * @param {'commonjs' | 'module'} format
 */
function parse (acorn, source, format) {
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

module.exports = { weave }

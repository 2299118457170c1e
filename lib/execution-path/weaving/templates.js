'use strict'
// Writes the texts of counters, in which `@` stands for the id of a block. lib/execution-path/attribution/counters.js
// defines the functions that they call: `_$e` at the entry of a function, `_$f` at that of a closure, `_$h` for a block
// that runs for the first time in its request, `_$b` where no function has read its number, `_$c` to read it again,
// `_$w` for a value that is awaited. `_$a` has, for each block, the number of the request that ran it last. `_$p1` is
// the number of the function's request; nested functions count on.

/** Stands for the id of a block. None of the texts has it otherwise. */
const ID = '@'

/** Names of the counters begin with it, so a file that has it itself is left alone. */
const RESERVED = '_$'

/** @param {number} depth */
function numberName (depth) {
  return `_$p${depth}`
}

/** @param {number} depth of the function; 0: the number has to be looked up */
function hit (depth) {
  const name = numberName(depth)
  return depth === 0 ? `_$b(${ID})` : `${name}&&_$a[${ID}]!==${name}&&_$h(${name},${ID})`
}

/**
 * @param {number} depth
 * @param {number} outer depth of the function around it whose number is at hand; 0 for none
 * @param {{ isUsed: boolean, isGenerator: boolean }} how isUsed: something reads the number; isGenerator: the number
 *   changes, and a value has to be kept while it is read again
 */
function entry (depth, outer, { isUsed, isGenerator }) {
  const call = outer === 0 ? `_$e(${ID})` : `_$f(${ID},${numberName(outer)})`
  if (isGenerator) return `let ${numberName(depth)}=${call},_$y;`
  return isUsed ? `const ${numberName(depth)}=${call};` : `${call};`
}

/** @param {number} depth */
function again (depth) {
  return `${numberName(depth)}=_$c()`
}

/** @param {number} depth @returns {string} the beginning of a call, around the value that is awaited */
function awaited (depth) {
  return `_$w(${numberName(depth)},${ID},`
}

module.exports = { ID, RESERVED, again, awaited, entry, hit }

'use strict'
// Writes the texts of counters. lib/execution-path/attribution/counters.js defines the functions that they call:
// `_$e` at the entry of a function, `_$f` at that of a closure, `_$h` for a block that runs for the first time in its
// request, `_$b` where no function has read its number, `_$c` to read it again. `_$a` has, for each block, the number
// of the request that ran it last. `_$p1` is the number of the function's request; nested functions count on.

/**
 * How a text goes on behind its identifier, or instead of it.
 * @typedef {'' | ';' | ','} End
 */

/** @param {number} depth */
function numberName (depth) {
  return `_$p${depth}`
}

/**
 * @param {number} id
 * @param {number} depth of the function; 0: the number has to be looked up
 */
function hit (id, depth) {
  const name = numberName(depth)
  return depth === 0 ? `_$b(${id})` : `${name}&&_$a[${id}]!==${name}&&_$h(${name},${id})`
}

/**
 * @param {number} id
 * @param {number} depth
 * @param {number} outer depth of the function around it whose number is at hand; 0 for none
 * @param {{ isUsed: boolean, isGenerator: boolean }} how isUsed: something reads the number; isGenerator: the number
 *   changes, and a value has to be kept while it is read again
 */
function entry (id, depth, outer, { isUsed, isGenerator }) {
  const call = outer === 0 ? `_$e(${id})` : `_$f(${id},${numberName(outer)})`
  if (isGenerator) return `let ${numberName(depth)}=${call},_$y;`
  return isUsed ? `const ${numberName(depth)}=${call};` : `${call};`
}

/** @param {number} depth */
function again (depth) {
  return `${numberName(depth)}=_$c()`
}

module.exports = { again, entry, hit }

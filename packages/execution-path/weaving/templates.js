'use strict'
// Writes the texts of counters, in which `@` stands for the id of a block.
// packages/execution-path/attribution/counters.js defines the functions that they call: `_$e` at the entry of a
// function, `_$f` at that of a closure, `_$h` for a block that another request, or none, has run last, `_$b` where no
// function has read its number, `_$c` to read it again, `_$w` for a value that is awaited. `_$a` has, for each block,
// the number of the request that ran it last, and at 0 whether there are requests with a path at all. `_$p1` is the
// number of the function's request, 0 for none; nested functions count on. `_$l0`, `_$l1` … are 1 for blocks in loops
// that ran in this call, and all are without a request: the counter then tests nothing else.
// The texts are short, because V8 inlines functions by the size of their bytecode: as long as the entry of a closure
// looked at the context itself, callbacks of `filter` and `sort` were called one by one.

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
  return depth === 0 ? `_$b(${ID})` : `_$a[${ID}]!==${name}&&_$h(${name},${ID})`
}

/** Each takes a word of the stack. */
const MAX_LATCHES = 30

/**
 * The variable is set whether it was or not: V8 takes the first turn out of an innermost loop, and has then a constant
 * in the others, which need no test.
 * @param {number} depth
 * @param {number} latch index of the block among those in loops of its function
 */
function latched (depth, latch) {
  const done = latchName(latch)
  return `${done}||(${hit(depth)}),${done}=1`
}

/** @param {number} latch */
function latchName (latch) {
  return `_$l${latch}`
}

/**
 * @param {number} depth
 * @param {number} outer depth of the function around it whose number is at hand; 0 for none
 * @param {{ isUsed: boolean, isGenerator: boolean, latches: number }} how isUsed: something reads the number;
 *   isGenerator: the number changes, and a value has to be kept while it is read again; latches: how many blocks have a
 *   variable that says whether they ran
 */
function entry (depth, outer, { isUsed, isGenerator, latches }) {
  const call = outer === 0 ? `_$e(${ID})` : `_$f(${ID},${numberName(outer)})`
  if (isGenerator) return `let ${numberName(depth)}=_$a[0]?${call}:0,_$y;`
  if (!isUsed) return `_$a[0]&&${call};`
  // `var`, because a closure would have to test whether a constant has its value yet.
  const number = `var ${numberName(depth)}=_$a[0]?${call}:0;`
  if (latches === 0) return number
  const first = `${latchName(0)}=${numberName(depth)}?0:1`
  const others = Array.from({ length: latches - 1 }, (_, i) => `${latchName(i + 1)}=${latchName(0)}`)
  return `${number}let ${[first, ...others].join()};`
}

/** @param {number} depth */
function again (depth) {
  return `${numberName(depth)}=_$c()`
}

/** @param {number} depth @returns {string} the beginning of a call, around the value that is awaited */
function awaited (depth) {
  return `_$w(${numberName(depth)},${ID},`
}

module.exports = { ID, MAX_LATCHES, RESERVED, again, awaited, entry, hit, latched }

'use strict'
// Writes the texts of counters, in which `@` stands for the id of a block.
// packages/execution-path/attribution/counters.js defines the functions that they call: `_$e` at the entry of a
// function, `_$f` at that of a closure, `_$h` for a block that runs for the first time in its request, `_$b` where no
// function has read its number, `_$c` to read it again, `_$w` for a value that is awaited. `_$g` reads what V8 carries
// along in async code; `_$k` has what was read last, and the number that belongs to it. `_$a` has, for each block, the
// number of the request that ran it last. `_$p1` is the number of the function's request; nested functions count on.
// `_$l` has a bit for each block in a loop that ran in this call, or all bits without a request: the counter then tests
// nothing but the bit.

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

/** Bits of V8's small integers. */
const MAX_LATCHES = 30

/**
 * @param {number} depth
 * @param {number} latch index of the block among those in loops of its function
 */
function latched (depth, latch) {
  const bit = 2 ** latch
  const name = numberName(depth)
  return `_$l&${bit}||(_$a[${ID}]!==${name}&&_$h(${name},${ID}),_$l|=${bit})`
}

/**
 * @param {number} depth
 * @param {number} outer depth of the function around it whose number is at hand; 0 for none
 * @param {{ isUsed: boolean, isGenerator: boolean, latches: number }} how isUsed: something reads the number;
 *   isGenerator: the number changes, and a value has to be kept while it is read again; latches: how many blocks have a
 *   bit in `_$l`
 */
function entry (depth, outer, { isUsed, isGenerator, latches }) {
  const call = outer === 0 ? `_$e(${ID})` : closureEntry(numberName(outer))
  if (isGenerator) return `let ${numberName(depth)}=${call},_$y;`
  const number = isUsed ? `const ${numberName(depth)}=${call};` : `${call};`
  return latches > 0 ? `${number}let _$l=${numberName(depth)}?0:-1;` : number
}

/**
 * What `_$f` does in most calls, as text: V8 often finds a callback too long to make `_$f` a part of it.
 * @param {string} made name of the number of the function around it
 */
function closureEntry (made) {
  return `_$a[0]?_$g()===_$k.data&&_$k.number===${made}&&(!${made}||_$a[${ID}]===${made})?${made}:_$f(${ID},${made}):0`
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

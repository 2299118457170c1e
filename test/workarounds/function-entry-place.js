'use strict'
// If the stack is used up when a function begins, before it has a place for the variables that its closures keep, its
// frame stands where its parameters begin.
// Worked around in src/hooks/function_entry.h and src/snapshot/frame_reader.cc.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const { readFileSync } = require('node:fs')

/** @param {number} depth @returns {() => number} */
function descend (depth) {
  const kept = depth + 1
  descend(kept)
  return () => kept
}

let stack = ''
try {
  descend(0)
} catch (error) {
  stack = /** @type {Error} */ (error).stack ?? ''
}
const lines = readFileSync(__filename, 'utf8').split('\n')
const line = lines.findIndex(text => text.startsWith('function descend'))
const begin = `${line + 1}:${lines[line].indexOf('(') + 1}`
const [, first] = /descend \(.*:(\d+:\d+)\)/.exec(stack) ?? []
assert.equal(first, begin, 'it stands elsewhere: EntryOf() and PlanFrame() must know such a frame by something else')

'use strict'
// Small files of the system, read whole. What can't be read is not there.

const { closeSync, existsSync, openSync, readSync } = require('node:fs')

const { RegExpExec, StringIndexOf, StringSlice } = require('../primordials')

const bufferAllocate = Buffer.allocUnsafeSlow
const { latin1Slice } = /** @type {Buffer & { latin1Slice: (start: number, end: number) => string }} */ (/** @type {unknown} */ (Buffer.prototype))
const apply = Reflect.apply

/** No file that is asked for is larger, but one of that name may be. */
const MAX_BYTES = 256 * 1024

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function readText (file) {
  if (!existsSync(file)) return undefined // a failed read makes an error object
  let descriptor = -1
  try {
    descriptor = openSync(file, 'r')
    const bytes = bufferAllocate(MAX_BYTES)
    let length = 0
    // The kernel's files give a page at a time.
    for (let read = -1; read !== 0 && length < MAX_BYTES; length += read) read = readSync(descriptor, bytes, length, MAX_BYTES - length, null)
    return apply(latin1Slice, bytes, [0, length])
  } catch {
    return undefined
  } finally {
    if (descriptor !== -1) closeSync(descriptor)
  }
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function linesOf (text) {
  /** @type {string[]} */
  const lines = []
  for (let from = 0; from < text.length;) {
    const end = StringIndexOf(text, '\n', from)
    lines[lines.length] = StringSlice(text, from, end === -1 ? text.length : end)
    from = end === -1 ? text.length : end + 1
  }
  return lines
}

/**
 * What the first group of a pattern finds. By index: destructuring would run an iterator that the application may have replaced.
 * @param {RegExp} pattern
 * @param {string | undefined} text
 * @returns {string | undefined}
 */
function find (pattern, text) {
  return text === undefined ? undefined : RegExpExec(pattern, text)?.[1]
}

module.exports = { find, linesOf, readText }

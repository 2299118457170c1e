'use strict'
// Small files of the system, read whole. What can't be read is not there.

const { closeSync, constants: { S_IFMT, S_IFREG }, openSync, readSync, statSync } = require('node:fs')

const { RegExpExec, StringIndexOf, StringSlice, apply } = require('../primordials')

const bufferAllocate = Buffer.allocUnsafeSlow
const { latin1Slice } = /** @type {Buffer & { latin1Slice: (start: number, end: number) => string }} */ (/** @type {unknown} */ (Buffer.prototype))

/** What is longer is cut: few files that are asked for are, but for /proc/self/maps of a large process and packed-refs of a large repository. */
const MAX_BYTES = 256 * 1024

/**
 * @param {string} file
 * @returns {number | undefined} of a regular file only: to open a FIFO of that name would wait for ever
 * @throws {NodeJS.ErrnoException} of stat(2), but not for what isn't there
 */
function fileSize (file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && (stats.mode & S_IFMT) === S_IFREG ? stats.size : undefined
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function readText (file) {
  let descriptor = -1
  try {
    if (fileSize(file) === undefined) return undefined
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

module.exports = { fileSize, find, linesOf, readText }

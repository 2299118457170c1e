'use strict'
// Reads text files of the system: small ones whole, and some lines of larger ones. A file that can't be read counts as
// missing. Makes the last lines of an output.

const { keptEndOf } = require('../../redaction')
const { S_IFMT, S_IFREG, closeSync, openSync, readSync, statSync } = require('../../safe/node-builtins')
const {
  BufferAllocUnsafeSlow, BufferLatin1Slice, MathMax, RegExpExec, StringIndexOf, StringLastIndexOf, StringSlice,
  itemsFrom
} = require('../../safe/primordials')

/** A file is read in pieces of so many bytes. A file that is read whole is cut to one piece; none should be longer. */
const PIECE_BYTES = 256 * 1024
/** /proc/self/maps of a process with a large heap and packed-refs of a large repository have some megabytes. */
const MAX_SEARCHED_BYTES = 8 * 1024 * 1024

/** Lines of an output's end: a screen shows as many. */
const LAST_LINES = 20
/** An output's end is kept, or read, so far. */
const END_BYTES = LAST_LINES * 1024

/**
 * The last lines of an output.
 * @typedef {object} Written
 * @property {string[]} lines the last one may have no end yet; if there is only one, it may have no beginning
 * @property {number} totalBytes number of all bytes that were written since the start
 */

/**
 * @param {string} file
 * @returns {number | undefined} in bytes; undefined when there is no regular file. Opening a FIFO would block for ever
 * @throws {NodeJS.ErrnoException} of stat(2), but not ENOENT
 */
function fileSize (file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && (stats.mode & S_IFMT) === S_IFREG ? stats.size : undefined
}

/**
 * @param {string} file
 * @param {number} maxBytes the rest is not read
 * @param {(piece: string, isLast: boolean) => void} take isLast: the file ends with this piece
 */
function readPieces (file, maxBytes, take) {
  let descriptor = -1
  try {
    if (fileSize(file) === undefined) return
    descriptor = openSync(file, 'r')
    const bytes = BufferAllocUnsafeSlow(PIECE_BYTES)
    for (let total = 0, length = PIECE_BYTES; length === PIECE_BYTES && total < maxBytes; total += length) {
      length = 0
      // A read of the kernel's files returns one page at a time.
      for (let read = -1; read !== 0 && length < PIECE_BYTES; length += read) {
        read = readSync(descriptor, bytes, length, PIECE_BYTES - length, null)
      }
      take(BufferLatin1Slice(bytes, 0, length), length < PIECE_BYTES)
    }
  } catch {
    // only the pieces before are taken
  } finally {
    if (descriptor !== -1) closeSync(descriptor)
  }
}

/**
 * @param {string} file
 * @returns {string | undefined} as latin1, PIECE_BYTES at most; undefined when it can't be read
 */
function readText (file) {
  /** @type {string | undefined} */
  let text
  readPieces(file, PIECE_BYTES, piece => {
    text = piece
  })
  return text
}

/**
 * @param {string} file that may have megabytes
 * @param {string} ending
 * @returns {string[]} lines that end with it
 */
function linesEndingIn (file, ending) {
  /** @type {string[]} */
  const lines = []
  const wanted = `${ending}\n`
  let rest = ''
  readPieces(file, MAX_SEARCHED_BYTES, (piece, isLast) => {
    const text = rest + piece + (isLast ? '\n' : '')
    for (let at = StringIndexOf(text, wanted); at !== -1; at = StringIndexOf(text, wanted, at + 1)) {
      lines[lines.length] = StringSlice(text, StringLastIndexOf(text, '\n', at) + 1, at + ending.length)
    }
    rest = StringSlice(text, StringLastIndexOf(text, '\n') + 1)
  })
  return lines
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
 * Returns the first group of a match. It is read by index, because destructuring would run an iterator that the
 * application may have replaced.
 * @param {RegExp} pattern
 * @param {string | undefined} text
 * @returns {string | undefined}
 */
function find (pattern, text) {
  return text === undefined ? undefined : RegExpExec(pattern, text)?.[1]
}

/**
 * @param {{ text: string, isCut: boolean }} end of an output; isCut: it has no beginning
 * @param {(text: string) => string} redact
 * @returns {string[]} at most LAST_LINES; the last one may have no end yet; if there is only one, it may have no
 *   beginning
 */
function lastLines ({ text, isCut }, redact) {
  // The lines are redacted as one text, because a secret may have several lines.
  const lines = linesOf(redact(text))
  // A line without its beginning may begin with half a secret, which is not recognised.
  if (isCut && lines.length === 1) lines[0] = keptEndOf(lines[0])
  return itemsFrom(lines, MathMax(isCut && lines.length > 1 ? 1 : 0, lines.length - LAST_LINES))
}

module.exports = { END_BYTES, fileSize, find, lastLines, linesEndingIn, linesOf, readText }

'use strict'
// Packs the beginning of a dump into one line of a log, for a process that can write no file. `crash-collector show -`
// reads it from there.

const { LOG_MARK } = require('../../../packages/shared/dump/store')
const { pack } = require('../../../packages/shared/dump/writer')
const { TypedArrayLength, bytesOf, TypedArrayBuffer, TypedArrayByteOffset } = require('../../safe/reflection')
const { BufferAllocUnsafeSlow, BufferBase64UrlSlice } = require('../../safe/primordials')

/**
 * Docker cuts a line of a log at 16 KB. In base64 these bytes are 12,000 characters, which leaves room for the rest of
 * the line.
 */
const MAX_PACKED_BYTES = 9000

/** Number of attempts to find out how much fits. */
const MAX_ATTEMPTS = 12

const NEWLINE = 10

/**
 * @param {Uint8Array[]} parts records of a dump, whole lines but for the last part
 * @param {import('../../../packages/shared/dump/writer').Gzip} [gzip]
 * @returns {string | null} text without spaces; null if not even one record fits
 */
function logText (parts, gzip) {
  const plain = joined(parts)
  // The number of bytes that fit when they are packed lies between these.
  let fits = 0
  let tooMany = TypedArrayLength(plain) + 1
  let packed = null
  for (let i = 0; i < MAX_ATTEMPTS && tooMany - fits > 1; i++) {
    const tried = i === 0 ? tooMany - 1 : (fits + tooMany) >> 1
    const end = endOfLines(plain, tried)
    if (end <= fits) {
      fits = tried
      continue
    }
    const member = pack(part(plain, end), gzip)
    if (TypedArrayLength(member) > MAX_PACKED_BYTES) {
      tooMany = end
    } else {
      packed = member
      fits = tried
    }
  }
  return packed === null ? null : LOG_MARK + BufferBase64UrlSlice(packed)
}

/** @param {Uint8Array[]} parts */
function joined (parts) {
  let length = 0
  for (let i = 0; i < parts.length; i++) length += TypedArrayLength(parts[i])
  const all = BufferAllocUnsafeSlow(length)
  let at = 0
  for (let i = 0; i < parts.length; i++) {
    for (let b = 0, bytes = TypedArrayLength(parts[i]); b < bytes; b++) all[at++] = parts[i][b]
  }
  return all
}

/**
 * @param {Buffer} plain
 * @param {number} most
 * @returns {number} where the last whole line of the first `most` bytes ends
 */
function endOfLines (plain, most) {
  let end = most
  while (end > 0 && plain[end - 1] !== NEWLINE) end--
  return end
}

/**
 * @param {Buffer} plain
 * @param {number} end
 * @returns {Buffer}
 */
function part (plain, end) {
  return /** @type {Buffer} */ (bytesOf(TypedArrayBuffer(plain), TypedArrayByteOffset(plain), end))
}

module.exports = { MAX_PACKED_BYTES, logText }

'use strict'
// Reads the lines of a gzip file. A dump can come from anywhere, and a small file may unpack to any size, so the limits
// are checked while the file is read.

const fs = require('node:fs')
const zlib = require('node:zlib')
const { CrashCollectorError } = require('crash-collector-shared/errors')

/**
 * @typedef {object} ReadLimits
 * @property {number} decompressedBytes of the whole dump
 * @property {number} lineBytes of one record
 * @property {number} records
 */

/**
 * Far above what a collector writes (`maxBytes` is some megabytes), and low enough for a laptop.
 * @type {Readonly<ReadLimits>}
 */
const READ_LIMITS = Object.freeze({ decompressedBytes: 1024 ** 3, lineBytes: 64 * 1024 ** 2, records: 5_000_000 })

const NEWLINE = 10

/** Larger files are read piece by piece. */
const MAX_BYTES_AT_ONCE = 4 * 1024 ** 2
/** Most dumps unpack to less than so many times their size. */
const USUAL_RATIO = 8
const MIN_CHUNK = 64 * 1024

/**
 * Consecutive lines in one buffer. The first line begins at 0, each other line after the newline of the one before.
 * @typedef {object} LineBlock
 * @property {Buffer} bytes
 * @property {number[]} ends index of each line's newline; the last line may have none and end with the buffer
 */

/**
 * Yields the complete lines of a gzip file, those of one chunk at a time, because a promise for each line would take
 * longer than everything else. A file that was cut short ends early, without an error; its last, incomplete line is
 * dropped.
 * @param {string} file
 * @param {ReadLimits} [limits]
 * @param {boolean} [isBlocking] true: a file of up to 4 MB is read and unpacked in one step, during which the thread
 *   does nothing else. Many dumps are read sooner so
 * @returns {AsyncGenerator<LineBlock, void, void>}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND, DUMP_UNREADABLE, NOT_A_DUMP, DUMP_DAMAGED, DUMP_TOO_LARGE
 */
async function * readLines (file, limits = READ_LIMITS, isBlocking = false) {
  /** @type {Buffer[]} */
  let pending = []
  let pendingBytes = 0
  let totalBytes = 0
  let count = 0
  try {
    for await (const chunk of isBlocking && isSmall(file) ? unpackedAtOnce(file, limits) : unpacked(file)) {
      totalBytes += chunk.length
      if (totalBytes > limits.decompressedBytes) {
        throw tooLarge(file, `unpacks to more than ${limits.decompressedBytes} bytes`)
      }
      /** @type {number[]} */
      const ends = []
      let first = 0
      for (
        let start = 0, end = chunk.indexOf(NEWLINE);
        end !== -1;
        start = end + 1, end = chunk.indexOf(NEWLINE, start)
      ) {
        const lineBytes = end - start + pendingBytes
        if (lineBytes > limits.lineBytes) throw tooLarge(file, `has a record of more than ${limits.lineBytes} bytes`)
        if (++count > limits.records) throw tooLarge(file, `has more than ${limits.records} records`)
        if (pendingBytes > 0) {
          yield { bytes: Buffer.concat([...pending, chunk.subarray(0, end)]), ends: [lineBytes] }
          pending = []
          pendingBytes = 0
          first = end + 1
        } else {
          ends.push(end - first)
        }
      }
      const rest = ends.length > 0 ? first + ends[ends.length - 1] + 1 : first
      if (ends.length > 0) yield { bytes: chunk.subarray(first, rest), ends }
      if (rest < chunk.length) {
        pending.push(chunk.subarray(rest))
        pendingBytes += chunk.length - rest
        if (pendingBytes > limits.lineBytes) throw tooLarge(file, `has a record of more than ${limits.lineBytes} bytes`)
      }
    }
  } catch (error) {
    throw asReadError(file, error)
  }
}

// Z_SYNC_FLUSH: a file that was cut short by a kill or a full disk is read up to the cut.
const GUNZIP = { finishFlush: zlib.constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 }

/**
 * @param {string} file
 * @returns {AsyncGenerator<Buffer, void, void>}
 */
async function * unpacked (file) {
  const input = fs.createReadStream(file)
  const gunzip = zlib.createGunzip(GUNZIP)
  input.on('error', error => gunzip.destroy(error))
  input.pipe(gunzip)
  try {
    yield * gunzip
  } finally {
    input.destroy()
    gunzip.destroy()
  }
}

/** @param {string} file */
function isSmall (file) {
  return (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= MAX_BYTES_AT_ONCE
}

/**
 * @param {string} file
 * @param {ReadLimits} limits
 * @returns {Generator<Buffer, void, void>}
 */
function * unpackedAtOnce (file, { decompressedBytes }) {
  try {
    const packed = fs.readFileSync(file)
    // One chunk for all, or else Node.js copies the chunks, and V8 collects garbage twice as often.
    const chunkSize = Math.max(MIN_CHUNK, packed.length * USUAL_RATIO)
    yield zlib.gunzipSync(packed, { ...GUNZIP, chunkSize, maxOutputLength: decompressedBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(file, `unpacks to more than ${decompressedBytes} bytes`)
    throw error
  }
}

/**
 * @param {string} file
 * @param {string} what
 */
function tooLarge (file, what) {
  return new CrashCollectorError('DUMP_TOO_LARGE', `${file} ${what}`, {
    hint:
      'a collector does not write such dumps; if you trust this one, raise the limits of open() ' +
      'in crash-collector/reader'
  })
}

/**
 * @param {string} file
 * @param {unknown} error
 */
function asReadError (file, error) {
  if (error instanceof CrashCollectorError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') {
    return new CrashCollectorError('DUMP_NOT_FOUND', `there is no dump at ${file}`, {
      hint: 'npx crash-collector list shows the dumps',
      cause: error
    })
  }
  if (code === 'Z_DATA_ERROR' && error instanceof Error && error.message === 'incorrect header check') {
    return new CrashCollectorError('NOT_A_DUMP', `${file} is not a dump: it is not compressed with gzip`, {
      hint: 'name a .ccdump file',
      cause: error
    })
  }
  if (code.startsWith('Z_')) {
    return new CrashCollectorError('DUMP_DAMAGED', `${file} is damaged: ${/** @type {Error} */ (error).message}`, {
      hint: 'copy it again in binary mode; a dump that was only cut short could be read',
      cause: error
    })
  }
  return new CrashCollectorError(
    'DUMP_UNREADABLE',
    `${file} can't be read: ${error instanceof Error ? error.message : error}`,
    {
      hint: 'dumps belong to the user whose process died and have mode 0600',
      cause: error
    }
  )
}

module.exports = { readLines, READ_LIMITS }

'use strict'
// Reads the lines of a gzip file. A dump can come from anywhere, and a small file may unpack to any size, so the limits
// are checked while the file is read.

const fs = require('node:fs')
const zlib = require('node:zlib')
const { CrashCollectorError } = require('../errors')

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
 * @returns {AsyncGenerator<LineBlock, void, void>}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND, DUMP_UNREADABLE, NOT_A_DUMP, DUMP_DAMAGED, DUMP_TOO_LARGE
 */
async function * readLines (file, limits = READ_LIMITS) {
  const input = fs.createReadStream(file)
  // Z_SYNC_FLUSH: a file that was cut short by a kill or a full disk is read up to the cut.
  const gunzip = zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 })
  input.on('error', error => gunzip.destroy(error))
  input.pipe(gunzip)
  /** @type {Buffer[]} */
  let pending = []
  let pendingBytes = 0
  let totalBytes = 0
  let count = 0
  try {
    for await (const chunk of gunzip) {
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
  } finally {
    input.destroy()
    gunzip.destroy()
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
      hint: 'crash-collector list shows the dumps',
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

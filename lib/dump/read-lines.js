'use strict'
// gzip -> lines. A dump can come from anywhere, so that a small file may unpack to any size: everything here is bounded
// while it is read, not after.

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
 * Far above what a collector writes (`maxBytes` is in the megabytes), low enough for a laptop.
 * @type {Readonly<ReadLimits>}
 */
const READ_LIMITS = Object.freeze({ decompressedBytes: 1024 ** 3, lineBytes: 64 * 1024 ** 2, records: 5_000_000 })

const NEWLINE = 10

/**
 * Lines that stand together, without copies of them: the first begins at 0, the others after the newline that ended the
 * one before.
 * @typedef {object} LineBlock
 * @property {Buffer} bytes
 * @property {number[]} ends of the lines, where their newlines are or would be
 */

/**
 * Yields the complete lines of a gzip file, as many at a time as come out of a chunk: a promise for each line would
 * take longer than all the rest. A file that was cut short ends early and silently; its last, incomplete line is
 * dropped.
 * @param {string} file
 * @param {ReadLimits} [limits]
 * @returns {AsyncGenerator<LineBlock, void, void>}
 * @throws {CrashCollectorError} DUMP_NOT_FOUND, DUMP_UNREADABLE, NOT_A_DUMP, DUMP_DAMAGED, DUMP_TOO_LARGE
 */
async function * readLines (file, limits = READ_LIMITS) {
  const input = fs.createReadStream(file)
  // Z_SYNC_FLUSH: what was written before a kill or a full disk is to be read, not refused.
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

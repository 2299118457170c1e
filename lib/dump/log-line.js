'use strict'
// Finds the dump in a log: of a process that could write no file, the first records stand in a line on stderr.

const { CrashCollectorError } = require('../errors')

/** Comes before the base64url of a gzip member. */
const LOG_MARK = 'ccdump:'

const GZIP_MAGIC = [0x1f, 0x8b]

/**
 * @param {Buffer} log
 * @returns {Buffer} the last dump in it, compressed; the log itself if it is a dump
 * @throws {CrashCollectorError} DUMP_NOT_FOUND
 */
function dumpInLog (log) {
  if (log[0] === GZIP_MAGIC[0] && log[1] === GZIP_MAGIC[1]) return log
  const at = log.lastIndexOf(LOG_MARK)
  if (at === -1) {
    throw new CrashCollectorError('DUMP_NOT_FOUND', `there is no dump in the input: no line has ${LOG_MARK}`, {
      hint: 'give the log of the process, or the bytes of a .ccdump file'
    })
  }
  const text = log.toString('latin1', at + LOG_MARK.length)
  return Buffer.from(/^[\w-]*/.exec(text)?.[0] ?? '', 'base64url')
}

module.exports = { LOG_MARK, dumpInLog }

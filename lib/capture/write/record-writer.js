'use strict'
// Writes records as sections of the file and counts them; the number is in the last record. Keeps a dump within its
// bytes and its time: a section for which nothing is left is left out, and the dump says so.

const { MathMax, ObjectHasOwn, hrtime } = require('../../safe/primordials')
const { TypedArrayIndexOf } = require('../../safe/reflection')
const { errorLine } = require('../values/read-error')
const { toJson } = require('../values/to-json')

/** @typedef {{ readonly bytes: number, section: (records: string | Buffer) => void }} SectionWriter */
/** @typedef {ReturnType<typeof createRecordWriter>} RecordWriter */

/** @param {SectionWriter} writer */
function createRecordWriter (writer) {
  let count = 0

  /** @param {readonly object[]} records */
  function write (records) {
    let text = ''
    for (let i = 0; i < records.length; i++) text += toJson(records[i]) + '\n'
    count += records.length
    writer.section(text)
  }

  /** @param {Buffer} lines of records */
  function writeLines (lines) {
    count += countLines(lines)
    writer.section(lines)
  }

  return {
    write,
    writeLines,

    /** @param {import('../values/native-walk').WalkedObjects} objects */
    writeDetails ({ details, detailLines }) {
      if (detailLines !== undefined) writeLines(detailLines)
      write(details ?? [])
    },

    /** @returns {number} of the records written so far */
    count: () => count
  }
}

/**
 * Counts with a builtin, because V8 would compile a loop over all bytes with both of its compilers, in each thread that
 * dies.
 * @param {Buffer} lines
 */
function countLines (lines) {
  let count = 0
  for (let at = TypedArrayIndexOf(lines, 10); at !== -1; at = TypedArrayIndexOf(lines, 10, at + 1)) count++
  return count
}

/**
 * @param {{ readonly bytes: number }} writer bytes: number of bytes written so far
 * @param {object} limits
 * @param {number} limits.maxBytes
 * @param {bigint} limits.deadlineNs of process.hrtime
 * @param {Pick<import('../types').Report, 'notCaptured' | 'captureErrors'>} report gets the sections that are left out,
 *   and why
 */
function createDumpBudget (writer, { maxBytes, deadlineNs }, { notCaptured, captureErrors }) {
  const bytesLeft = () => maxBytes - writer.bytes
  const isLate = () => hrtime() > deadlineNs

  /**
   * Adds a section unless the bytes are used up.
   * @param {string} what name of the section in `notCaptured`
   * @param {() => void} addSection
   * @param {number} [bytes] that the section may take; by default those that are left
   * @throws {NodeJS.ErrnoException} when the file cannot be written
   */
  function withinBytes (what, addSection, bytes = bytesLeft()) {
    if (bytes < 0) {
      notCaptured[notCaptured.length] = { what, reason: 'bytes' }
      return
    }
    try {
      addSection()
    } catch (error) {
      if (isFileError(error)) throw error
      captureErrors[captureErrors.length] = `${what}: ${errorLine(error)}`
      notCaptured[notCaptured.length] = { what, reason: 'error' }
    }
  }

  return {
    isLate,
    withinBytes,

    /** Adds a section unless the bytes or the time are used up. @type {typeof withinBytes} */
    withinTime (what, addSection, bytes = bytesLeft()) {
      if (isLate()) notCaptured[notCaptured.length] = { what, reason: 'timeout' }
      else withinBytes(what, addSection, bytes)
    },

    /**
     * @param {number} share bytes that are reserved for a section
     * @param {number} later bytes that are reserved for the sections after it
     * @returns {number} bytes that the section may take: its share, or more if more is left
     */
    bytesFor: (share, later) => MathMax(share, bytesLeft() - later)
  }
}

/**
 * True for an error of a file operation, which has an `errno`. Nothing can be written after such an error.
 * @param {unknown} error
 */
function isFileError (error) {
  return typeof error === 'object' && error !== null && ObjectHasOwn(error, 'errno')
}

module.exports = { createDumpBudget, createRecordWriter }

'use strict'
// Writes records as sections of the file and counts them; the number is in the last record.

const { TypedArrayIndexOf } = require('../../safe/reflection')
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

module.exports = { createRecordWriter }

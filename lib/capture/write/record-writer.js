'use strict'
// Writes records as sections of the file and counts them; the number is in the last record.

const { TypedArrayLength } = require('../../safe/reflection')
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

/** @param {Buffer} lines */
function countLines (lines) {
  let count = 0
  for (let i = 0, length = TypedArrayLength(lines); i < length; i++) if (lines[i] === 10) count++
  return count
}

module.exports = { createRecordWriter }

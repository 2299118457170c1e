'use strict'
// Makes the notes beside an object that was read later than the throw, or at two times.

const { AT_OTHER_TIME } = require('crash-collector-shared/dump/terms')

const READ_LATER = '(read at the report)'
const REST_READ_LATER = '(the rest was read at the report)'
/** On a screen with many such objects, where one line says what it means. */
const SHORT = '(later)'
const SHORT_REST = '(rest later)'
const OTHER = '(another capture has other contents of it)'
const SHORT_OTHER = '(two states)'
const OTHER_LEGEND = `${SHORT_OTHER}: another capture has other contents of this object`
const LEGEND = `${SHORT}: read at the report, may have changed since the throw`

/**
 * @param {Pick<import('crash-collector-shared/dump/format').ObjectRecord, 'type' | 'readAt' | 'restReadAt'> |
 *   undefined} record
 * @param {boolean} [isShort] `readLaterLegend()` explains the note
 * @returns {string} '' for an object that was read at the throw, and for a function, which seldom changes
 */
function readLaterNote (record, isShort = false) {
  if (record === undefined || record.type === 'function') return ''
  if (record.readAt !== undefined) return isShort ? SHORT : READ_LATER
  if (record.restReadAt === undefined) return ''
  return isShort ? SHORT_REST : REST_READ_LATER
}

/**
 * @param {Pick<import('crash-collector-shared/dump/format').ObjectRecord, 'internalProperties'> | undefined} record
 * @param {boolean} [isShort] `readLaterLegend()` explains the note
 * @returns {string} '' unless another capture has read the same object, and found other contents
 */
function otherTimeNote (record, isShort = false) {
  if (!record?.internalProperties?.some(({ name }) => name === AT_OTHER_TIME)) return ''
  return isShort ? SHORT_OTHER : OTHER
}

/**
 * @param {string[]} lines of a screen
 * @returns {string[]} what its short notes mean, in a line, if it has any
 */
function readLaterLegend (lines) {
  return [
    ...(lines.some(line => line.includes(SHORT) || line.includes(SHORT_REST)) ? [LEGEND] : []),
    ...(lines.some(line => line.includes(SHORT_OTHER)) ? [OTHER_LEGEND] : [])
  ]
}

module.exports = { SHORT, otherTimeNote, readLaterLegend, readLaterNote }

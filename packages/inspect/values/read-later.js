'use strict'
// Makes the note beside an object that was read later than the throw.

const READ_LATER = '(read at the report)'
const REST_READ_LATER = '(the rest was read at the report)'

/**
 * @param {Pick<import('crash-collector-shared/dump/format').ObjectRecord, 'type' | 'readAt' | 'restReadAt'> |
 *   undefined} record
 * @returns {string} '' for an object that was read at the throw, and for a function, which seldom changes
 */
function readLaterNote (record) {
  if (record === undefined || record.type === 'function') return ''
  if (record.readAt !== undefined) return READ_LATER
  return record.restReadAt === undefined ? '' : REST_READ_LATER
}

module.exports = { READ_LATER, readLaterNote }

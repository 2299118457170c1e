'use strict'
// A document store in which every operation answers at once with a promise, so that only promises are measured.

/**
 * @typedef {{ id: string, version: string | null }} Document
 * @typedef {{ begin (): Transaction }} Database
 * @typedef {{ inserted: number, commit (): Promise<number>, rollback (): Promise<void> }} Transaction
 */

function openStore () {
  return {
    /** @returns {Transaction} */
    begin () {
      return {
        inserted: 0,
        commit () {
          return Promise.resolve(this.inserted)
        },
        rollback () {
          return Promise.resolve()
        }
      }
    },
    /** @param {string} stream */
    putBlob (stream) {
      return Promise.resolve(`blob-${stream}`)
    },
    /** @param {string} path @returns {Promise<Document>} */
    findByPath (path) {
      return Promise.resolve({ id: path, version: null })
    },
    /** @param {Transaction} transaction @param {object} row */
    insert (transaction, row) {
      transaction.inserted += Object.keys(row).length
      return Promise.resolve()
    },
    /** @param {Transaction} transaction @param {string} id */
    trigger (transaction, id) {
      transaction.inserted++
      return Promise.resolve(id)
    }
  }
}

module.exports = { openStore }

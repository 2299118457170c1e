'use strict'
// A document store in which every operation answers at once with a promise, so that only promises are measured.

/**
 * @typedef {{ id: string, version: string | null }} Document
 * @typedef {{ begin (): Transaction }} Database
 * @typedef {{ inserted: number, commit (): PromiseLike<number>, rollback (): PromiseLike<void> }} Transaction
 * @typedef {Pick<PromiseConstructor, 'resolve' | 'all'>} Promises the part of a promise library that the store needs
 */

/** @param {Promises} promises */
function openStore (promises) {
  return {
    /** @returns {Transaction} */
    begin () {
      return {
        inserted: 0,
        commit () {
          return promises.resolve(this.inserted)
        },
        rollback () {
          return promises.resolve()
        }
      }
    },
    /** @param {string} stream */
    putBlob (stream) {
      return promises.resolve(`blob-${stream}`)
    },
    /** @param {string} path @returns {PromiseLike<Document>} */
    findByPath (path) {
      return promises.resolve({ id: path, version: null })
    },
    /** @param {Transaction} transaction @param {object} row */
    insert (transaction, row) {
      transaction.inserted += Object.keys(row).length
      return promises.resolve()
    },
    /** @param {Transaction} transaction @param {string} id */
    trigger (transaction, id) {
      transaction.inserted++
      return promises.resolve(id)
    }
  }
}

module.exports = { openStore }

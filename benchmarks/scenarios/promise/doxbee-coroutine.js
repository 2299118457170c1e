'use strict'
// Uploads a new version of a document, as a generator that a library drives, to which async functions were compiled.

const { openStore } = require('./doxbee-store')

/**
 * @param {(generator: (...args: string[]) => Generator<unknown, unknown, any>) => (...args: string[]) =>
 *   PromiseLike<unknown>} coroutine
 * @param {import('./doxbee-store').Promises} promises
 * @returns {import('./workloads').Workload}
 */
function workloadOf (coroutine, promises) {
  const store = openStore(promises)

  const upload = coroutine(function * (stream, path, tag) {
    const transaction = store.begin()
    try {
      const blobId = yield store.putBlob(stream)
      const document = yield store.findByPath(path)
      yield store.insert(transaction, { documentId: document.id, previous: document.version, blobId, tag })
      yield store.insert(transaction, { id: document.id, version: blobId })
      yield store.trigger(transaction, document.id)
      return yield transaction.commit()
    } catch (error) {
      yield transaction.rollback()
      throw error
    }
  })

  return async iterations => {
    const uploads = []
    for (let i = 0; i < iterations; i++) uploads.push(upload('stream', '/path', 'tag'))
    let sum = 0
    for (const inserted of await promises.all(uploads)) sum += Number(inserted)
    return sum
  }
}

module.exports = { workloadOf }

'use strict'
// Uploads a new version of a document with .then().

const { openStore } = require('./doxbee-store')

/** @typedef {import('./doxbee-store').Document} Document */

const store = openStore()

/** @param {string} stream @param {string} path @param {string} tag */
function upload (stream, path, tag) {
  const transaction = store.begin()
  /** @type {string} */
  let blobId
  /** @type {Document} */
  let document
  return store
    .putBlob(stream)
    .then(id => {
      blobId = id
      return store.findByPath(path)
    })
    .then(found => {
      document = found
      return store.insert(transaction, { documentId: document.id, previous: document.version, blobId, tag })
    })
    .then(() => store.insert(transaction, { id: document.id, version: blobId }))
    .then(() => store.trigger(transaction, document.id))
    .then(
      () => transaction.commit(),
      error =>
        transaction.rollback().then(() => {
          throw error
        })
    )
}

/** @type {import('./workloads').Workload} */
async function workload (iterations) {
  const uploads = []
  for (let i = 0; i < iterations; i++) uploads.push(upload('stream', '/path', 'tag'))
  let sum = 0
  for (const inserted of await Promise.all(uploads)) sum += Number(inserted)
  return sum
}

module.exports = { workload }

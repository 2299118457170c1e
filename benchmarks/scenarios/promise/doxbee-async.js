'use strict'
// Uploads a new version of a document, as an async function.

const { openStore } = require('./doxbee-store')

const store = openStore()

/** @param {string} stream @param {string} path @param {string} tag */
async function upload (stream, path, tag) {
  const transaction = store.begin()
  try {
    const blobId = await store.putBlob(stream)
    const document = await store.findByPath(path)
    const version = { documentId: document.id, previous: document.version, blobId, tag }
    await store.insert(transaction, version)
    await store.insert(transaction, { id: document.id, version: blobId })
    await store.trigger(transaction, document.id)
    return await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

/** @type {import('./workloads').Workload} */
async function workload (iterations) {
  /** @type {Promise<number>[]} */
  const uploads = []
  for (let i = 0; i < iterations; i++) uploads.push(upload('stream', '/path', 'tag'))
  let sum = 0
  for (const inserted of await Promise.all(uploads)) sum += inserted
  return sum
}

module.exports = { workload }

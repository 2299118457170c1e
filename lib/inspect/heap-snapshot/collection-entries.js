'use strict'
// The entries of a Map or Set in a heap snapshot, from V8's table: three numbers (elements, deleted ones, buckets), the
// buckets, and for each of twice as many elements, in the order of insertion, its key, its value (of a Map) and where
// the chain goes on. A snapshot has no numbers of a table, so that its size is unknown, and so are keys and values that
// are small numbers.

const HEAD = 3
const HEADER_WORDS = 2
const WORD_BYTES = [8, 4]

/** @typedef {{ key?: number, value?: number }} TableEntry nodes; without a key or value where V8 shows none */

/**
 * @param {import('./heap-nodes').HeapNodes} nodes
 * @param {number} node
 * @param {boolean} isMap
 * @returns {TableEntry[] | null}
 */
function collectionEntries (nodes, node, isMap) {
  const table = nodes.internal(node, 'table')
  const width = isMap ? 3 : 2
  const buckets = table === undefined ? 0 : bucketsOf(nodes.selfSize(table), 1 + 2 * width)
  if (table === undefined || buckets === 0) return null
  /** @type {Map<number, TableEntry>} */
  const entries = new Map()
  for (const { type, name, target } of nodes.edges(table)) {
    const slot = type === 'internal' && /^\d+$/.test(String(name)) ? Number(name) - HEAD - buckets : -1
    if (slot < 0 || slot >= 2 * buckets * width) continue
    const index = Math.floor(slot / width)
    const entry = entries.get(index) ?? {}
    entries.set(index, entry)
    if (slot % width === 0) entry.key = target
    else if (isMap && slot % width === 1) entry.value = target
  }
  return [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry)
}

/**
 * @param {number} bytes of the table
 * @param {number} wordsOfBucket
 * @returns {number} 0 when it is no table
 */
function bucketsOf (bytes, wordsOfBucket) {
  for (const wordBytes of WORD_BYTES) {
    const buckets = (bytes / wordBytes - HEADER_WORDS - HEAD) / wordsOfBucket
    if (Number.isInteger(Math.log2(buckets))) return buckets
  }
  return 0
}

module.exports = { collectionEntries }

'use strict'
// Reads the entries of a Map or Set from V8's table in a heap snapshot. The table has three numbers (elements, deleted
// elements, buckets), then the buckets, and then elements in the order of insertion, twice as many as buckets. An
// element has its key, its value (in a Map) and the next element of its bucket. A snapshot does not contain numbers of
// a table, so the size and keys and values that are small numbers are unknown (test/workarounds/snapshot-tables.js,
// Node.js 20 to 26).

const HEAD = 3
const HEADER_WORDS = 2
const WORD_BYTES = [8, 4]

/** @typedef {{ key?: number, value?: number }} TableEntry nodes; key and value are missing if the snapshot has none */

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
 * @returns {number} 0 if the node is not a table
 */
function bucketsOf (bytes, wordsOfBucket) {
  for (const wordBytes of WORD_BYTES) {
    const buckets = (bytes / wordBytes - HEADER_WORDS - HEAD) / wordsOfBucket
    if (Number.isInteger(Math.log2(buckets))) return buckets
  }
  return 0
}

module.exports = { collectionEntries }

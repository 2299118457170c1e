'use strict'
// The entries of a Map or Set in a heap snapshot, from V8's table: three numbers (elements, deleted ones, buckets), the buckets, and for
// each element in the order of insertion its key, its value (of a Map) and where the chain goes on.

const { numberOf } = require('./heap-values')

const HEAD = 3
/** More are no table. */
const MAX_SLOTS = 1 << 26

/**
 * @param {import('./heap-nodes').HeapNodes} nodes
 * @param {number} node
 * @param {boolean} isMap
 * @returns {{ size: number, list: { key?: number, value?: number }[] } | null} nodes; without a key or value where it is one that V8 shows none of
 */
function collectionEntries (nodes, node, isMap) {
  const table = nodes.internal(node, 'table')
  if (table === undefined) return null
  /** @type {Map<number, number>} */
  const slots = new Map()
  for (const { type, name, target } of nodes.edges(table)) if (type === 'internal' && /^\d+$/.test(String(name))) slots.set(Number(name), target)
  const [size, deleted, buckets] = [0, 1, 2].map((slot) => numberOf(nodes, slots.get(slot)))
  if (size === undefined || deleted === undefined || buckets === undefined || !(size + deleted + buckets < MAX_SLOTS)) return null
  const width = isMap ? 3 : 2
  /** @type {{ key?: number, value?: number }[]} */
  const list = []
  for (let i = 0; i < size + deleted && list.length < size; i++) {
    const slot = HEAD + buckets + i * width
    const key = slots.get(slot)
    const value = isMap ? slots.get(slot + 1) : undefined
    // One that was deleted, or a key such as true.
    if (key !== undefined) list.push({ key, value })
  }
  return { size, list }
}

module.exports = { collectionEntries }

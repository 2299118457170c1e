'use strict'
// In V8's heap snapshots a Map has an internal edge `table`, whose elements begin behind three numbers and the buckets,
// and the name of a property with a symbol as its key begins with `<symbol `.
// Worked around in packages/inspect/heap-snapshot/collection-entries.js and
// packages/inspect/heap-snapshot/heap-objects.js. Node.js 20, 22, 24, 26
const assert = require('node:assert')
const v8 = require('node:v8')

class Holder {
  map = new Map([['first key', 'first value']]);
  [Symbol('mark')] = 'by symbol'
}
const holder = new Holder()
let text = ''
v8.getHeapSnapshot()
  .on('data', chunk => {
    text += chunk
  })
  .on('end', () => {
    const { nodes, edges, strings, snapshot } = JSON.parse(text)
    const { node_fields: nodeFields, edge_types: edgeTypes } = snapshot.meta
    const width = nodeFields.length
    let at = 0
    /** @type {Map<number, { type: string, name: string | number, to: number }[]>} */
    const edgesOf = new Map()
    for (let node = 0; node < nodes.length; node += width) {
      const own = []
      for (let i = 0; i < nodes[node + nodeFields.indexOf('edge_count')]; i++, at += 3) {
        const type = edgeTypes[0][edges[at]]
        const isIndex = type === 'element' || type === 'hidden'
        own.push({ type, name: isIndex ? edges[at + 1] : strings[edges[at + 1]], to: edges[at + 2] })
      }
      edgesOf.set(node, own)
    }
    const nameOf = (/** @type {number} */ node) => strings[nodes[node + 1]]
    const follow = (/** @type {number} */ node, /** @type {string} */ type, /** @type {string} */ name) =>
      edgesOf.get(node)?.find(edge => edge.type === type && edge.name === name)?.to ?? -1
    const isHolder = (/** @type {number} */ node) => nameOf(node) === 'Holder' && follow(node, 'property', 'map') >= 0
    const found = [...edgesOf.keys()].find(isHolder) ?? -1
    const isSymbol = ({ name = /** @type {string | number} */ ('') }) => `${name}`.startsWith('<symbol ')
    assert.ok(edgesOf.get(found)?.some(isSymbol), 'keys that are symbols have other names: HeapObjects must know them')
    const table = follow(follow(found, 'property', 'map'), 'internal', 'table')
    const slots = (edgesOf.get(table) ?? []).filter(({ type, name }) => type === 'internal' && /^\d+$/.test(`${name}`))
    const texts = slots.map(({ name, to }) => `${name} ${nameOf(to)}`)
    const expected = ['5 first key', '6 first value'] // behind 3 numbers and 2 buckets
    assert.deepEqual(texts, expected, 'the table is another: collectionEntries() must read that')
    assert.ok(holder.map.size === 1)
  })
